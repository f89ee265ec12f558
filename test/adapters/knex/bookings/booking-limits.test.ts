/* The store of booking limits, which only members of an organization have. */
import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createBookingLimitStore } from '../../../../adapters/knex/bookings/booking-limits.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR } from '../../../contracts/samples.js';

describe(`the store of booking limits on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookingLimitStore(database());

  async function member(): Promise<number> {
    const id = await insertAccount(database());
    await insertMembership(database(), id, { organization: true, accepted: true });
    return id;
  }

  test('changes limits in the named periods only, and null removes one', async () => {
    const id = await member();
    expect(await store().find(id)).toEqual({});
    expect(await store().change(id, { perDay: 3, perYear: 500 }, ACTOR)).toEqual({ perDay: 3, perYear: 500 });
    expect(await store().change(id, { perDay: null, perWeek: 9 }, ACTOR)).toEqual({
      perWeek: 9,
      perYear: 500,
    });
    expect(await store().change(id, {}, ACTOR)).toEqual({ perWeek: 9, perYear: 500 });
    expect(await store().find(id)).toEqual({ perWeek: 9, perYear: 500 });
    expect(await store().clear(id, ACTOR)).toEqual({});
    expect(await store().find(id)).toEqual({});
  });

  test('stores parallel changes of different periods', async () => {
    const id = await member();
    await Promise.all([
      store().change(id, { perDay: 1 }, ACTOR),
      store().change(id, { perWeek: 2 }, ACTOR),
      store().change(id, { perMonth: 3 }, ACTOR),
    ]);
    expect(await store().find(id)).toEqual({ perDay: 1, perWeek: 2, perMonth: 3 });
  });

  test('has no limits of a user without an organization or of a disabled one, and stores none', async () => {
    const [none, inTeam, invited, disabled] = await Promise.all([
      insertAccount(database()),
      insertAccount(database()),
      insertAccount(database()),
      member(),
    ]);
    await insertMembership(database(), inTeam, { organization: false, accepted: true });
    await insertMembership(database(), invited, { organization: true, accepted: false });
    await createAccountStore(database()).setDisabled(disabled, true, ACTOR);
    for (const id of [none, inTeam, invited, disabled, 0, 2 ** 31]) {
      expect(await store().find(id)).toBeUndefined();
      expect(await store().change(id, { perDay: 1 }, ACTOR)).toBeUndefined();
      expect(await store().change(id, {}, ACTOR)).toBeUndefined();
      expect(await store().clear(id, ACTOR)).toBeUndefined();
    }
    await insertMembership(database(), none, { organization: true, accepted: true });
    expect(await store().find(none)).toEqual({});
  });

  test('writes one audit entry for each change, with its actor', async () => {
    const id = await member();
    await store().change(id, { perDay: 3, perWeek: null }, ACTOR);
    await store().change(id, {}, ACTOR);
    await store().clear(id, ACTOR);
    const all = await createAuditLog(database()).list(undefined, 10_000);
    expect(all.filter(({ subject }) => subject === `account:${id}`).slice(1)).toMatchObject([
      { ...ACTOR, action: 'booking_limits.changed', facts: { changed: ['perDay', 'perWeek'] } },
      { ...ACTOR, action: 'booking_limits.cleared', facts: {} },
    ]);
  });
});
