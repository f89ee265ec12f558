/* What the metrics say about a running service, and that no request can add to their labels. */
import { AUTHORIZE_PATH, TOKEN_PATH } from '../../src/authorization/provider/provider.js';
import { JOB_KINDS } from '../../src/jobs/kinds.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { METHODS, OTHER, RECORDS, RESULTS, STATUS_CLASSES, TOKEN_REASONS } from '../../src/metrics/labels.js';
import { METRICS } from '../../src/metrics/table.js';
import { codeFor, exchange, me, postForm, refresh, tokensFor, tokenUrl, visit } from '../support/oauth.js';
import { type Replica, type Service, useService } from '../support/service.js';
import { samplesIn, typesIn, valueOf } from './samples.js';

const metrics = createMetrics('1.2.3');
const service = useService({ metrics });

const value = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> =>
  valueOf(await metrics.text(), name, labels);

const requests = (method: string, route: string, status: string): Promise<number> =>
  value('http_server_request_duration_seconds_count', {
    http_request_method: method,
    http_route: route,
    http_response_status_class: status,
  });

const tokenRequests = (grantType: string, result: string, reason = ''): Promise<number> =>
  value('slotkey_token_requests_total', { grant_type: grantType, result, reason });

test('every metric of the table is there, of its kind, and no other', async () => {
  const kinds = Object.entries(METRICS).map(([name, { kind }]) => [name, kind]);
  expect(typesIn(await metrics.text())).toEqual(Object.fromEntries(kinds));
});

describe('the token endpoint', () => {
  test('is counted by grant type and result, and a reuse by itself', async () => {
    const [client, visitor] = [await service.client(), await visit(service)];
    const code = await codeFor(service, client, visitor);
    const { body: first } = await exchange(service, client, code);
    const { body: second } = await refresh(service, client, first.refresh_token);
    await refresh(service, client, second.refresh_token);
    expect(await tokenRequests('authorization_code', 'issued')).toBe(1);
    expect(await tokenRequests('refresh_token', 'issued')).toBe(2);
    await refresh(service, client, first.refresh_token);
    expect(await tokenRequests('refresh_token', 'refused', 'refresh_reused')).toBe(1);
    expect(await value('slotkey_refresh_token_reuse_total')).toBe(1);
    expect(await value('slotkey_consent_decisions_total', { decision: 'granted' })).toBe(1);
  });

  test('says why a request was refused, and counts what it does not know as one', async () => {
    const client = await service.client();
    await postForm(tokenUrl(service), { grant_type: 'authorization_code', client_id: client.clientId });
    for (const name of ['password', 'a'.repeat(300)])
      await postForm(tokenUrl(service), {
        grant_type: name,
        client_id: client.clientId,
        client_secret: client.clientSecret,
      });
    expect(await tokenRequests('authorization_code', 'refused', 'invalid_client')).toBe(1);
    expect(await tokenRequests(OTHER, 'refused', 'unsupported_grant_type')).toBe(2);
  });
});

describe('requests', () => {
  test('are counted by method, pattern and class of the status', async () => {
    const { access_token: token } = await tokensFor(service, await service.client(), await visit(service));
    expect((await me(service, token)).status).toBe(200);
    for (const uid of ['one', 'two']) await fetch(`${service.url}/v2/bookings/${uid}`);
    expect(await requests('GET', '/v2/me', '2xx')).toBe(1);
    expect(await requests('GET', '/v2/bookings/:bookingUid', '4xx')).toBe(2);
  });

  test('are not there before their first, and are where something was asked of the stores', async () => {
    const store = service.backend.env['REDIS_URL'] === undefined ? 'database' : 'redis';
    const operation = { store, operation: 'artifacts.read' };
    expect(await value('slotkey_store_operation_duration_seconds_count', operation)).toBeGreaterThan(0);
    expect(await value('db_client_connection_max')).toBeGreaterThan(0);
    expect(await value('slotkey_requests_running')).toBe(0);
  });
});

/** The patterns of all paths that the service has. */
async function patternsOf({ pages, url }: Pick<Replica, 'pages' | 'url'>): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/v2/openapi.json`)).json()) as { paths: object };
  const api = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const provider = [AUTHORIZE_PATH, `${AUTHORIZE_PATH}/:uid`, TOKEN_PATH];
  return [...api, ...provider, '/v2/openapi.json', ...pages.map(({ path }) => path)];
}

const operationsOf = ({ backend: { stores } }: Service): readonly string[] => {
  const groups = [stores.accounts, stores.clients, stores.authorization, stores.events, stores.delivery];
  const more = [stores.keys, stores.teams, stores.scheduling];
  const { artifacts, throttle, jobs, organizationApps } = stores;
  return [...groups, ...more, { artifacts, throttle, jobs, organizationApps }].flatMap((group) =>
    Object.entries(group as Readonly<Record<string, object>>).flatMap(([name, store]) =>
      Object.keys(store).map((method) => `${name}.${method}`),
    ),
  );
};

test('labels come from tables: no request adds a value', async () => {
  const strange = ['/v2/secret-7f3a', '/nobody/nothing', '/settings/%20/x', '/v2/users/42/bookings'];
  for (const path of strange)
    for (const method of ['GET', 'DELETE', 'PROPFIND']) await fetch(service.url + path, { method });
  await fetch(`${service.url}/v2/me`, { headers: { authorization: 'Bearer secret-7f3a' } });
  const known: Readonly<Record<string, readonly string[]>> = {
    http_request_method: [...METHODS, OTHER],
    http_route: ['', ...(await patternsOf(service))],
    http_response_status_class: STATUS_CLASSES,
    grant_type: ['authorization_code', 'refresh_token', OTHER],
    result: ['issued', 'refused', ...RESULTS.job, ...RESULTS.webhook],
    reason: ['', ...TOKEN_REASONS, OTHER],
    decision: ['granted', 'refused'],
    store: ['database', 'redis'],
    operation: operationsOf(service),
    record: RECORDS,
    kind: [...Object.keys(JOB_KINDS), 'major', 'minor', 'incremental', 'weakcb'],
    db_client_connection_state: ['used', 'idle'],
    version: ['1.2.3'],
    node_version: [process.version],
  };
  const unknown = samplesIn(await metrics.text())
    .flatMap(({ labels }) => Object.entries(labels))
    .filter(([label, text]) => label !== 'le' && known[label]?.includes(text) !== true)
    .map((pair) => pair.join('='));
  expect([...new Set(unknown)]).toEqual([]);
});
