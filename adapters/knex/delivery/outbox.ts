/* The store of the outbox. Messages are sealed and opened by src/delivery only. */
import type { OutboxMail, OutboxStore } from '../../../src/delivery/message-ports.js';
import type { Database } from '../connection.js';

export const createOutboxStore = (db: Database): OutboxStore => ({
  async put({ id, sealed, createdAt }) {
    await db('outbox_mail').insert({ id, sealed, created_at: createdAt }).onConflict('id').ignore();
  },
  async list(limit) {
    const columns = ['id', 'sealed', 'created_at as createdAt'];
    const newestFirst = [
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ];
    return (await db('outbox_mail').select(columns).orderBy(newestFirst).limit(limit)) as OutboxMail[];
  },
});
