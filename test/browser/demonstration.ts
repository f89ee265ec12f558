/* The service as a newcomer starts it: with its demonstration world, whose words tell how to sign in. */
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/ops/log.js';
import { serve } from '../../src/process/serve.js';
import { openFixture } from '../support/backend.js';
import type { Credentials } from './person.js';

export interface Demonstration {
  readonly url: string;
  /** Everybody in it. */
  readonly people: readonly Credentials[];
  /** One of them. */
  readonly person: Credentials;
  close(): Promise<void>;
}

/** A line each: address, password, role. */
const peopleIn = (said: string): readonly Credentials[] =>
  [...said.matchAll(/^ +(\S+@\S+) +(\S+) /gm)].map(([, email = '', password = '']) => ({ email, password }));

export async function startDemonstration(): Promise<Demonstration> {
  const fixture = await openFixture();
  let said = '';
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...fixture.env });
  const service = await serve(config, { log: createLog('silent'), print: (text) => (said += text) });
  const people = peopleIn(said);
  const person = people.find(({ email }) => email.startsWith('maria@'));
  if (!person) throw new Error(`nobody to sign in as: ${said}`);
  return {
    url: service.config.appUrl,
    people,
    person,
    async close() {
      await service.close();
      await fixture.end();
    },
  };
}
