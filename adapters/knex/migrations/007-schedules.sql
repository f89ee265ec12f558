-- Working hours and absences.

create table schedule (
  id           integer generated always as identity primary key,
  owner_id     integer not null references account (id) on delete cascade,
  name         text not null,
  time_zone    text not null,
  availability jsonb not null,
  overrides    jsonb not null default '[]',
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now()
);

create index schedule_owner on schedule (owner_id, id);

alter table account add foreign key (default_schedule_id) references schedule (id);

create table out_of_office (
  id          integer generated always as identity primary key,
  uuid        uuid not null unique,
  account_id  integer not null references account (id) on delete cascade,
  starts_at   timestamptz(3) not null,
  ends_at     timestamptz(3) not null,
  reason      text not null default 'unspecified'
                check (reason in ('unspecified', 'vacation', 'travel', 'sick', 'public_holiday')),
  notes       text,
  -- The colleague who can be booked instead.
  stand_in_id integer references account (id) on delete set null,
  created_at  timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);

create index out_of_office_account on out_of_office (account_id, ends_at);
