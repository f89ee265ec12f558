-- What administrators count and page through. Rows are in these indexes only while something is wrong with them.

create index job_dead on job (dead_at, id) where dead_at is not null;
create index job_dead_kind on job (kind, dead_at, id) where dead_at is not null;
create index job_retried on job (due_at) where dead_at is null and lease is null and tries > 0;
create index webhook_failing on webhook (failing_since) where failing_since is not null and disabled_at is null;
create index client_webhook_failing on client_webhook (failing_since)
  where failing_since is not null and disabled_at is null;
