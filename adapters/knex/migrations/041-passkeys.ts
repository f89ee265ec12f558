import type { Step } from './source.js';

export const passkeys: Step = {
  name: '041-passkeys',
  up: [
    `create table if not exists passkey (
       -- The credential id: one authenticator, one account.
       id           text primary key,
       account_id   integer not null references account (id) on delete cascade,
       slot         smallint not null check (slot between 1 and 20),
       name         text not null,
       public_key   text not null,
       -- Four unsigned bytes (WebAuthn Level 3 section 6.1).
       counter      bigint not null check (counter between 0 and 4294967295),
       transports   jsonb not null default '[]',
       created_at   timestamptz(3) not null default now(),
       last_used_at timestamptz(3),
       unique (account_id, slot)
     )`,
  ],
};
