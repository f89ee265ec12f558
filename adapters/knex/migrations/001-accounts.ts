import type { Step } from './source.js';

export const accounts: Step = {
  name: '001-accounts',
  up: [
    `create table if not exists account (
       id            integer generated always as identity primary key,
       email         text not null,
       -- Lower case as the application makes it: lower() differs between the locales of databases.
       email_key     text not null unique,
       username      text not null unique,
       name          text not null,
       password_hash text not null,
       admin         boolean not null default false,
       disabled_at   timestamptz(3),
       time_zone     text not null default 'UTC',
       time_format   smallint not null default 12 check (time_format in (12, 24)),
       week_start    text not null default 'Sunday' check (week_start in
                       ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')),
       locale        text not null default 'en',
       avatar_url    text,
       bio           text,
       metadata      jsonb not null default '{}',
       created_at    timestamptz(3) not null default now()
     )`,
    `create index if not exists account_disabled on account (id) where disabled_at is not null`,
  ],
};
