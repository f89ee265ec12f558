/* The service answers the endpoints it promised, under the scopes and roles it promised, and no others. */
import { useService } from '../support/service.js';
import { ENDPOINTS, type Endpoint } from './endpoints.js';
import { registeredRoutes } from './registered.js';

const service = useService();

const line = ({ method, path, access, role }: Endpoint): string =>
  [method, path, access, ...(role === undefined ? [] : [role])].join(' ');
const promised = ENDPOINTS.map(line).sort();

test('what is registered is what was promised', () => {
  expect(registeredRoutes(service).map(line).sort()).toEqual(promised);
});

test('nothing was promised twice', () => {
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

test('the running service says the same of itself', async () => {
  const { paths } = (await (await fetch(`${service.url}/v2/openapi.json`)).json()) as Reference;
  const told = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-scope': access, 'x-role': role }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')} ${access}`;
      return role === undefined ? route : `${route} ${role}`;
    }),
  );
  expect(told.sort()).toEqual(promised);
});
