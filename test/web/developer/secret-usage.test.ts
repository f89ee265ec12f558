/* The usage of a client, for its owner and its reviewers: the last use of each secret, and its last activity. */
import { addSecret, removeSecret } from '../../../src/clients/rotate-secrets.js';
import type { Page } from '../../support/browser.js';
import {
  basic,
  exchange,
  introspect,
  me,
  postForm,
  refresh,
  revoke,
  tokensFor,
  tokenUrl,
  visit,
} from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { type Replica, type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { mainText } from '../../clients/forms.js';

const SETTINGS = '/settings/developer';
const ACTOR = { actor: 'test' };
const [MINUTE, DAY] = [60_000, 86_400_000];

const service = useService({ clock: () => Date.now() + shift });
let replica: Replica;
let owner: Visitor;
let shift = 0;
beforeAll(async () => {
  replica = await service.replica();
  owner = await visit(service);
});
afterEach(() => {
  shift = 0;
});

const clientOf = (kind = 'confidential'): Promise<TestClient> =>
  service.client({ kind }, { ownerId: owner.user.account.id });

async function withTwoSecrets(): Promise<{ a: TestClient; b: TestClient; path: string }> {
  const a = await clientOf();
  const { clientSecret } = await addSecret(service.registry, a.clientId, ACTOR);
  return { a, b: { ...a, clientSecret }, path: `${SETTINGS}/clients/${a.clientId}` };
}

/** The usage of each secret, the older one first. */
const evidence = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.secret').map(({ text }) => text.replaceAll(/\s+/g, ' ').trim());

/** Counts are written once a second. */
async function eventually(path: string, matches: (page: Page) => boolean): Promise<Page> {
  let page = await owner.browser.get(path);
  await until(async () => {
    page = await owner.browser.get(path);
    return matches(page);
  });
  return page;
}

const shows =
  (...texts: readonly string[]) =>
  (page: Page): boolean =>
    texts.every((text, index) => evidence(page)[index]?.includes(text));

describe('the usage of a client secret', () => {
  test('is shown with time, client IP and agent, and warns against its removal', async () => {
    const { a, path } = await withTwoSecrets();
    expect(evidence(await owner.browser.get(path))).toEqual([
      expect.stringContaining('Never used'),
      expect.stringContaining('Never used'),
    ]);
    await tokensFor(service, a, owner);
    const page = await eventually(path, shows('Used just now', 'Never used'));
    expect(evidence(page)[0]).toContain(
      'Used just now from 127.0.0.1 (Node.js): removing it will break this application',
    );
    expect(evidence(page)[0]).toContain('1 use in the last 7 days');
    shift = 3 * MINUTE;
    expect(evidence(await owner.browser.get(path))[0]).toContain('Used 3 minutes ago from 127.0.0.1');
  });

  test('shows for how long it was not used, so that the right one is removed after a rotation', async () => {
    const { a, b, path } = await withTwoSecrets();
    const tokens = await tokensFor(service, a, owner);
    await eventually(path, shows('Used'));
    shift = 9 * DAY;
    expect((await refresh(service, b, tokens.refresh_token)).status).toBe(200);
    const page = await eventually(path, shows('Not used for 9 days', 'Used just now'));
    expect(evidence(page)[0]).not.toContain('in the last 7 days');
    expect(evidence(page)[0]).not.toContain('will break');
    const [left] = (await service.stores.clients.clients.find(a.clientId))?.secrets ?? [];
    await removeSecret(service.registry, a.clientId, left?.id ?? '', ACTOR);
    const removed = await owner.browser.get(path);
    expect(evidence(removed)).toEqual([expect.stringContaining('Used just now from 127.0.0.1')]);
    expect(evidence(removed)[0]).not.toContain('removing it');
  });

  test('counts each authenticated request: token, revocation, introspection, Basic, and a refused grant', async () => {
    const { a, b, path } = await withTwoSecrets();
    const { access_token: token } = await tokensFor(service, a, owner);
    await introspect(service, a, token);
    await revoke(service, a, token);
    const { client_id: _, ...fields } = { client_id: '', grant_type: 'refresh_token', refresh_token: 'x' };
    const headers = { ...basic(a.clientId, a.clientSecret ?? ''), 'user-agent': 'curl/8.5.0' };
    expect((await postForm(tokenUrl(service), fields, headers)).status).toBe(400);
    const wrong = { ...a, clientSecret: `${a.clientSecret ?? ''}x` };
    expect((await refresh(service, wrong, 'x')).status).toBe(401);
    expect((await exchange(service, b, 'x')).status).toBe(400);
    await eventually(path, shows('4 uses', '1 use '));
    await eventually(path, shows('(curl)'));
  });

  test('adds the counts of all replicas', async () => {
    const { a, b, path } = await withTwoSecrets();
    const replicas = [service, replica];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refresh(replicas[index % 2] ?? service, index < 12 ? a : b, 'x'),
      ),
    );
    await eventually(path, shows('12 uses in the last 7 days', '8 uses in the last 7 days'));
  });

  test('includes what a replica counted before it stopped', async () => {
    const { a, path } = await withTwoSecrets();
    const leaving = await service.replica();
    await Promise.all([1, 2, 3].map(() => refresh(leaving, a, 'x')));
    await leaving.close();
    expect(evidence(await owner.browser.get(path))[0]).toContain('3 uses in the last 7 days');
  });
});

describe('the last activity of a client', () => {
  const listed = (page: Page, { clientId }: TestClient): string =>
    page.root
      .querySelectorAll('.rows > li')
      .find(({ outerHTML }) => outerHTML.includes(clientId))
      ?.text.replaceAll(/\s+/g, ' ') ?? '';

  test.each(['confidential', 'public'])(
    'of a %s client is on its page, in the list, and in the review',
    async (kind) => {
      const client = await clientOf(kind);
      expect(listed(await owner.browser.get(SETTINGS), client)).toContain('Not active yet');
      const path = `${SETTINGS}/clients/${client.clientId}`;
      expect(mainText(await owner.browser.get(path))).toMatch(/Last activity\s*None yet/);
      const tokens = await tokensFor(service, client, owner);
      await eventually(SETTINGS, (page) => listed(page, client).includes('Last active just now'));
      expect(mainText(await owner.browser.get(path))).toMatch(/Last activity\s*just now/);

      shift = 10 * MINUTE;
      expect(listed(await owner.browser.get(SETTINGS), client)).toContain('Last active 10 minutes ago');
      expect((await me(service, tokens.access_token)).status).toBe(200);
      await eventually(SETTINGS, (page) => listed(page, client).includes('Last active just now'));

      const administrator = await visit(service);
      await service.stores.accounts.accounts.setAdmin(administrator.user.account.id, true, ACTOR);
      const review = await administrator.browser.get(`/admin/clients/${client.clientId}`);
      expect(mainText(review)).toMatch(/Last activity\s*just now/);
    },
  );

  test('ignores requests of callers that only know the id of a public client', async () => {
    const client = await clientOf('public');
    expect((await refresh(service, client, 'x')).status).toBe(400);
    expect((await revoke(service, client, 'x')).status).toBe(200);
    const other = await clientOf();
    await refresh(service, other, 'x');
    const page = await eventually(SETTINGS, (list) => listed(list, other).includes('Last active'));
    expect(listed(page, client)).toContain('Not active yet');
  });
});
