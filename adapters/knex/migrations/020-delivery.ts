import type { Step } from './source.js';

export const delivery: Step = {
  name: '020-delivery',
  up: [
    `create table if not exists job (
       id         uuid primary key,
       kind       text not null check (kind in ('letter', 'recovery')),
       payload    jsonb not null,
       tries      smallint not null default 0,
       -- When it may be taken: the next try, or the end of the lease of whoever works it now.
       due_at     timestamptz(3) not null default now(),
       lease      uuid,
       reason     text,
       dead_at    timestamptz(3),
       created_at timestamptz(3) not null default now()
     )`,
    `create index if not exists job_due_at on job (due_at) where dead_at is null`,
    `create index if not exists job_created_at on job (created_at)`,
    // Mails where there is no mail server. Sealed: some carry what opens a door.
    `create table if not exists outbox_mail (
       id         uuid primary key,
       sealed     text not null,
       created_at timestamptz(3) not null default now()
     )`,
    `create index if not exists outbox_mail_created_at on outbox_mail (created_at)`,
    // A way back into an account. The token of its link is derived from the id (key-ring.ts) and stands nowhere.
    `create table if not exists recovery (
       id         uuid primary key,
       account_id integer not null references account (id) on delete cascade,
       expires_at timestamptz(3) not null,
       used_at    timestamptz(3)
     )`,
    `create index if not exists recovery_account on recovery (account_id)`,
    `create index if not exists recovery_expires_at on recovery (expires_at)`,
  ],
};
