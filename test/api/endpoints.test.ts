/* The service has exactly the listed endpoints, with the listed scopes and roles. */
import { MEMBER_SCOPES } from '../../src/scopes/granted-resources.js';
import { useService } from '../support/service.js';
import { ENDPOINTS, type Endpoint } from './endpoints.js';
import { registeredRoutes } from './registered.js';

const service = useService();

const line = ({ method, path, access, role }: Endpoint): string =>
  [method, path, access, ...(role === undefined ? [] : [role])].join(' ');
const expected = ENDPOINTS.map(line).sort();

test('the registered routes equal the list of endpoints', () => {
  expect(registeredRoutes(service).map(line).sort()).toEqual(expected);
});

test('plain members of an organization can grant the scopes of all endpoints that need no higher role', () => {
  const forMembers = ENDPOINTS.filter(
    ({ access, role }) => access.startsWith('ORG_') && !role?.match(/admin|owner/),
  );
  expect([...MEMBER_SCOPES]).toEqual([...new Set(forMembers.map(({ access }) => access))]);
});

test('the list of endpoints has no duplicates', () => {
  const addresses = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

interface Operation {
  readonly 'x-scope': Endpoint['access'];
  readonly 'x-role'?: NonNullable<Endpoint['role']>;
}
interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

test('the OpenAPI document contains exactly the listed endpoints', async () => {
  const { paths } = (await (await fetch(`${service.url}/v2/openapi.json`)).json()) as Reference;
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-scope': access, 'x-role': role }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')} ${access}`;
      return role === undefined ? route : `${route} ${role}`;
    }),
  );
  expect(documented.sort()).toEqual(expected);
});
