/* When keys were first in use. Every replica notes its keys; the first to do so counts. */
import type { KeyAge, KeyAgeStore } from '../../../src/keys/key-ages.js';
import { present } from '../../../src/present.js';
import type { Database } from '../connection.js';

interface KeyRow {
  readonly id: string;
  readonly seen_at: Date;
  readonly writes_since: Date | null;
}

const NOTE = `
insert into secret_key (id, writes_since)
select id, case when place = 1 then now() end from unnest(cast(? as text[])) with ordinality as listed (id, place)
on conflict (id) do update set writes_since = excluded.writes_since
where secret_key.writes_since is null and excluded.writes_since is not null`;

const toAge = ({ id, seen_at: seenAt, writes_since: writesSince }: KeyRow): KeyAge => ({
  ...{ id, seenAt },
  ...present({ writesSince: writesSince ?? undefined }),
});

export const createKeyAgeStore = (db: Database): KeyAgeStore => ({
  async note(ids) {
    await db.raw(NOTE, [[...ids]]);
  },
  ages: async (ids) => (await db<KeyRow>('secret_key').whereIn('id', ids)).map(toAge),
});
