/* The store of the outbox. Messages are sealed and opened by src/delivery only. */
import type { OutboxMail, OutboxStore } from '../../../src/delivery/message-ports.js';
import { batchPerTick } from '../../batch-per-tick.js';
import type { Database } from '../connection.js';

const COLUMNS = ['id', 'sealed', 'created_at as createdAt'];
const NEWEST_FIRST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
];

export function createOutboxStore(db: Database): OutboxStore {
  const put = batchPerTick(async (mails: readonly OutboxMail[]) => {
    const rows = mails.map(({ id, sealed, createdAt }) => ({ id, sealed, created_at: createdAt }));
    await db('outbox_mail').insert(rows).onConflict('id').ignore();
    return mails;
  });
  return {
    async put(mail) {
      await put(mail);
    },
    list: async (limit) =>
      (await db('outbox_mail').select(COLUMNS).orderBy(NEWEST_FIRST).limit(limit)) as OutboxMail[],
  };
}
