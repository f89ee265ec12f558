-- What administrators count and page through. Rows are in these indexes only while something is wrong with them.

create index job_dead on job (dead_at, id) where dead_at is not null;
create index job_dead_kind on job (kind, dead_at, id) where dead_at is not null;
create index job_retried on job (due_at) where dead_at is null and lease is null and tries > 0;
create index webhook_failing on webhook (failing_since) where failing_since is not null and disabled_at is null;
create index client_webhook_failing on client_webhook (failing_since)
  where failing_since is not null and disabled_at is null;

-- When each key of SECRET_KEYS was first in use. The id is the prefix of everything that is written under the key.
create table secret_key (
  id           text primary key,
  seen_at      timestamptz(3) not null default now(),
  -- Since when it is the first of the list, which writes.
  writes_since timestamptz(3)
);
