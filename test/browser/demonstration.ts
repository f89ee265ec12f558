/* The service with demonstration data, as on a first start; its output lists the accounts to sign in with. */
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/ops/log.js';
import { serve } from '../../src/process/serve.js';
import { openFixture } from '../support/backend.js';
import type { Credentials } from './sign-in.js';

export interface Demonstration {
  readonly url: string;
  /** All demonstration accounts. */
  readonly people: readonly Credentials[];
  /** One of the accounts. */
  readonly user: Credentials;
  close(): Promise<void>;
}

/** One account per line: address, password, role. */
const peopleIn = (output: string): readonly Credentials[] =>
  [...output.matchAll(/^ +(\S+@\S+) +(\S+) /gm)].map(([, email = '', password = '']) => ({
    email,
    password,
  }));

export async function startDemonstration(): Promise<Demonstration> {
  const fixture = await openFixture();
  let output = '';
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...fixture.env });
  const service = await serve(config, { log: createLog('silent'), print: (text) => (output += text) });
  const people = peopleIn(output);
  const user = people.find(({ email }) => email.startsWith('maria@'));
  if (!user) throw new Error(`no account to sign in with: ${output}`);
  return {
    url: service.config.appUrl,
    people,
    user,
    async close() {
      await service.close();
      await fixture.end();
    },
  };
}
