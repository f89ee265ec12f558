import type { Step } from './source.js';

export const audit: Step = {
  name: '003-audit',
  up: [
    `create table if not exists audit_entry (
       id      uuid primary key,
       at      timestamptz(3) not null default now(),
       actor   text not null,
       network text,
       action  text not null,
       subject text not null,
       facts   jsonb not null default '{}'
     )`,
    `create index if not exists audit_entry_at on audit_entry (at, id)`,
    `create index if not exists audit_entry_subject on audit_entry (subject, at)`,
  ],
};
