import type { Step } from './source.js';

export const clientRecords: Step = {
  name: '005-client-records',
  up: [
    `alter table client add column if not exists version integer not null default 1`,
    `alter table client add column if not exists edited_at timestamptz(3)`,
    `create table if not exists client_proposal (
       client_id     text primary key references client (id) on delete cascade,
       name          text not null,
       website       text,
       redirect_uris jsonb not null check (jsonb_array_length(redirect_uris) between 1 and 10),
       scopes        jsonb not null,
       refusal       text,
       proposed_at   timestamptz(3) not null default now()
     )`,
    // What is left of a removed client: its tokens are refused by it, and nobody gets its id again.
    `create table if not exists removed_client (
       id         text primary key,
       removed_at timestamptz(3) not null default now()
     )`,
    `create index if not exists removed_client_at on removed_client (removed_at)`,
  ],
};
