import type { Step } from './source.js';

const WORKING_HOURS =
  '[{"days":["Monday","Tuesday","Wednesday","Thursday","Friday"],"startTime":"09:00","endTime":"17:00"}]';

export const schedules: Step = {
  name: '050-schedules',
  up: [
    `create table if not exists schedule (
       id           integer generated always as identity primary key,
       owner_id     integer not null references account (id) on delete cascade,
       name         text not null,
       time_zone    text not null,
       availability jsonb not null,
       overrides    jsonb not null default '[]',
       created_at   timestamptz(3) not null default now(),
       updated_at   timestamptz(3) not null default now()
     )`,
    `create index if not exists schedule_owner on schedule (owner_id, id)`,
    `alter table account add column if not exists default_schedule_id integer references schedule (id)`,
    `alter table account add column if not exists booking_limits jsonb not null default '{}'`,
    // Whoever was here before schedules starts with one, like everybody who comes after.
    `insert into schedule (owner_id, name, time_zone, availability)
       select id, 'Working hours', time_zone, '${WORKING_HOURS}' from account
       where default_schedule_id is null
         and not exists (select 1 from schedule where owner_id = account.id)`,
    `update account set default_schedule_id = (select min(id) from schedule where owner_id = account.id)
       where default_schedule_id is null`,
    `create table if not exists out_of_office (
       id           integer generated always as identity primary key,
       uuid         uuid not null unique,
       account_id   integer not null references account (id) on delete cascade,
       starts_at    timestamptz(3) not null,
       ends_at      timestamptz(3) not null,
       reason       text not null default 'unspecified'
                      check (reason in ('unspecified', 'vacation', 'travel', 'sick', 'public_holiday')),
       notes        text,
       stand_in_id  integer references account (id) on delete set null,
       created_at   timestamptz(3) not null default now(),
       check (ends_at > starts_at)
     )`,
    `create index if not exists out_of_office_account on out_of_office (account_id, ends_at)`,
  ],
};
