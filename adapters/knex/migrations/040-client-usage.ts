import type { Step } from './source.js';

export const clientUsage: Step = {
  name: '040-client-usage',
  up: [
    // No reference to client: a count must never wait for an edit of the client, nor hold one up. Rows of removed
    // clients are swept.
    `create table if not exists client_use (
       client_id text not null,
       kind      text not null check (kind in ('token', 'call', 'authorization')),
       name      text not null,
       day       date not null,
       uses      bigint not null check (uses > 0),
       last_at   timestamptz(3) not null,
       primary key (client_id, kind, name, day)
     )`,
    `create index if not exists client_use_day on client_use (day)`,
    // A batch whose answer was lost is sent again; by its id it is counted once.
    `create table if not exists client_use_batch (
       id text primary key,
       at timestamptz(3) not null default now()
     )`,
    `create index if not exists client_use_batch_at on client_use_batch (at)`,
    `alter table client_secret add column if not exists last_used_network text`,
    `alter table client_secret add column if not exists last_used_agent text`,
    // Of a secret that is older than this step nobody knows whether it was used before.
    `alter table client_secret add column if not exists counted_since timestamptz(3) not null default now()`,
  ],
};
