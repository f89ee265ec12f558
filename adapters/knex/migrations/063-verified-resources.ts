import type { Step } from './source.js';

/** Of a person or of a team, never of both. */
const OWNER = `
       account_id integer references account (id) on delete cascade,
       team_id    integer references team (id) on delete cascade,
       check (num_nonnulls(account_id, team_id) = 1)`;

export const verifiedResources: Step = {
  name: '063-verified-resources',
  up: [
    `create table if not exists verified_email (
       id          serial primary key,
       email       text not null,
       email_key   text not null,
       -- Who confirmed it.
       verified_by integer references account (id) on delete set null,
       created_at  timestamptz(3) not null default now(),${OWNER},
       unique (account_id, email_key),
       unique (team_id, email_key)
     )`,
    `create table if not exists verified_phone (
       id          serial primary key,
       -- E.164
       phone       text not null,
       verified_by integer references account (id) on delete set null,
       created_at  timestamptz(3) not null default now(),${OWNER},
       unique (account_id, phone),
       unique (team_id, phone)
     )`,
    // One code that counts for each address of an owner; it stands here as a keyed hash alone.
    `create table if not exists verification_code (
       id          integer generated always as identity primary key,
       kind        text not null check (kind in ('email', 'phone')),
       address     text not null,
       address_key text not null,
       code_hash   text not null,
       tries       smallint not null default 0,
       expires_at  timestamptz(3) not null,${OWNER},
       unique (account_id, kind, address_key),
       unique (team_id, kind, address_key)
     )`,
    `create index if not exists verification_code_expires_at on verification_code (expires_at)`,
    `alter table job drop constraint if exists job_kind_check`,
    `alter table job add constraint job_kind_check check (kind in
       ('letter', 'recovery', 'booking', 'webhook', 'sms', 'workflow', 'calendar', 'conference', 'verification'))`,
  ],
};
