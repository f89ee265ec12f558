/* The service as a newcomer starts it: with its demonstration world, whose words tell how to sign in. */
import { readConfig } from '../../src/config.js';
import { createLog } from '../../src/ops/log.js';
import { serve } from '../../src/serve.js';
import { openWorld } from '../support/backend.js';
import type { Credentials } from './person.js';

export interface Demonstration {
  readonly url: string;
  /** One of the people in it. */
  readonly person: Credentials;
  close(): Promise<void>;
}

export async function startDemonstration(): Promise<Demonstration> {
  const world = await openWorld();
  let said = '';
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...world.env });
  const service = await serve(config, { log: createLog('silent'), print: (text) => (said += text) });
  const [, email = '', password = ''] = /(maria@\S+)\s+(\S+)/.exec(said) ?? [];
  return {
    url: service.config.appUrl,
    person: { email, password },
    async close() {
      await service.close();
      await world.end();
    },
  };
}
