import type { Step } from './source.js';

export const clientLogos: Step = {
  name: '043-client-logos',
  up: [
    // Named by its content: one picture is kept once, whoever shows it. What shows it holds it by a reference.
    `create table if not exists client_logo (
       hash    text primary key check (hash ~ '^[0-9a-f]{64}$'),
       png     bytea not null check (octet_length(png) <= 1048576),
       held_at timestamptz(3) not null default now()
     )`,
    `alter table client add column if not exists logo text references client_logo (hash)`,
    `alter table client_proposal add column if not exists logo text references client_logo (hash)`,
    `create index if not exists client_by_logo on client (logo) where logo is not null`,
    `create index if not exists client_proposal_by_logo on client_proposal (logo) where logo is not null`,
  ],
};
