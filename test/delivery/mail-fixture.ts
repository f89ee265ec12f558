/* Stores that know a mail server, and a worker whose clock is set by the test. */
import type { OpenedStores } from '../../adapters/stores.js';
import type { Account } from '../../src/accounts/store.js';
import { createDelivery } from '../../src/delivery/delivery.js';
import type { Worker } from '../../src/jobs/worker.js';
import { readConfig } from '../../src/config/config.js';
import type { Config } from '../../src/config/config.js';
import type { JobStore } from '../../src/jobs/store.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { createLog } from '../../src/ops/log.js';
import { openBackend } from '../support/backend.js';
import type { Backend } from '../support/backend.js';
import { ACTOR, newAccount } from '../contracts/samples.js';
import { startSmtp } from './smtp-server.js';
import type { SmtpServer } from './smtp-server.js';

export const MAIL_FROM = 'Slotkey <no-reply@scheduling.example>';

export interface MailFixture {
  readonly backend: Backend;
  readonly smtp: SmtpServer;
  readonly stores: OpenedStores;
  readonly config: Config;
  /** The worker of one process. */
  delivery(jobs?: JobStore): Worker;
  /** Moves the clock of every worker. */
  pass(milliseconds: number): void;
  account(name?: string, admin?: boolean): Promise<Account>;
  /** A change that its user is notified of. */
  changePassword(account: Account): Promise<void>;
  close(): Promise<void>;
}

/** There are no grants here. */
export const noGrant = (): Promise<undefined> => Promise.resolve(undefined);

export async function openMailFixture(): Promise<MailFixture> {
  const smtp = await startSmtp();
  const backend = await openBackend({ SMTP_URL: smtp.url, MAIL_FROM });
  const { stores } = backend;
  const config = readConfig({ NODE_ENV: 'test', ...backend.env });
  const keys = createKeyRing(stores.secretKeys);
  let passed = 1000;
  return {
    backend,
    smtp,
    stores,
    config,
    delivery: (jobs = stores.jobs) =>
      createDelivery({
        stores: { ...stores, jobs },
        config,
        keys,
        log: createLog('silent'),
        endAccountAccess: () => Promise.resolve(),
        grantEnd: noGrant,
        watchGrant: noGrant,
        narrowGrants: noGrant,
        clock: () => Date.now() + passed,
        chance: () => 0,
      }),
    pass(milliseconds) {
      passed += milliseconds;
    },
    async account(name = 'Ada Lovelace', admin = false) {
      const account = await stores.accounts.accounts.create(newAccount({ name, admin }), ACTOR);
      if (account === 'email_taken') throw new Error('a random address was taken');
      return account;
    },
    changePassword: async ({ id }) =>
      void (await stores.accounts.accounts.setPasswordHash(id, `hash ${Date.now()}`, ACTOR)),
    async close() {
      await backend.close();
      await smtp.close();
    },
  };
}
