import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../../src/config/config.js';
import { sweepDatabase } from '../../../../adapters/sweeps.js';
import { useService } from '../../../support/service.js';

const DAY = 86_400_000;

const service = useService();

/** Rows of one action, each so many days old. */
async function record(action: string, ...ages: readonly number[]): Promise<void> {
  const rows = ages.map((age) => ({
    ...{ id: randomUUID(), actor: 'system', subject: 'audit', action },
    at: new Date(Date.now() - age * DAY),
  }));
  await service.backend.db.batchInsert('audit_entry', rows, 500);
}

const countOf = async (action: string): Promise<number> =>
  (await service.backend.db('audit_entry').where({ action }).select('id')).length;

test('sweeping keeps every row without AUDIT_RETENTION_DAYS', async () => {
  await record('kept', 1, 4000);
  await sweepDatabase(service.backend.db, readConfig({}));
  expect(await countOf('kept')).toBe(2);
});

test('sweeping deletes the rows that are older, also more than one batch of them', async () => {
  await record('old', ...Array.from({ length: 2100 }, () => 31));
  await record('young', 29);
  await sweepDatabase(service.backend.db, readConfig({ AUDIT_RETENTION_DAYS: '30' }));
  expect([await countOf('old'), await countOf('young')]).toEqual([0, 1]);
});
