/* As abandoned-requests, where tokens are in the database: elsewhere their check does not wait for it. */
import { mintedToken } from '../api/minted-tokens.js';
import { type AbandonedFixture, openAbandonedFixture } from './abandoned-fixture.js';

let fixture: AbandonedFixture;
beforeAll(async () => {
  fixture = await openAbandonedFixture();
});
afterAll(() => fixture.close());

test('a change whose token waited to be verified is not begun', async () => {
  const { service } = fixture;
  const [user, { clientId }] = [
    await service.user('Ada'),
    await service.client({ scopes: ['PROFILE_WRITE'] }),
  ];
  const { id } = user.account;
  const token = await mintedToken(service, { clientId, accountId: id }, 'PROFILE_WRITE');
  await fixture.whileItWaits(() => fixture.sendAndLeave('PATCH', '/v2/me', { name: 'Countess' }, token));
  await fixture.ended('"/v2/me"');
  expect(await service.backend.db('account').where({ id }).first('name')).toEqual({ name: 'Ada' });
});
