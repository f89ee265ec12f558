import type { Step } from './source.js';

export const conferencing: Step = {
  name: '068-conferencing',
  up: [
    `create table if not exists conferencing_app (
       id            integer generated always as identity primary key,
       account_id    integer references account (id) on delete cascade,
       team_id       integer references team (id) on delete cascade,
       app           text not null check (app in ('jitsi', 'zoom', 'google-meet', 'office365-video')),
       -- Whose account at the provider it is.
       connected_by  integer not null references account (id) on delete cascade,
       -- Tokens of the provider, sealed; absent where none are needed.
       credential    text,
       -- The provider refuses it: only connecting anew mends that.
       invalid       boolean not null default false,
       -- Who refreshes the tokens now, and until when that is believed.
       refresh_lease text,
       refresh_until timestamptz(3),
       -- Without one the default is the app that needs no account.
       is_default    boolean not null default false,
       created_at    timestamptz(3) not null default now(),
       check ((account_id is null) <> (team_id is null)),
       check ((app = 'jitsi') = (credential is null))
     )`,
    `create unique index if not exists conferencing_app_account on conferencing_app (account_id, app)`,
    `create unique index if not exists conferencing_app_team on conferencing_app (team_id, app)`,
    `create unique index if not exists conferencing_app_account_default on conferencing_app (account_id)
       where is_default and account_id is not null`,
    `create unique index if not exists conferencing_app_team_default on conferencing_app (team_id)
       where is_default and team_id is not null`,
    // The meeting of a booking; it goes on with the booking that takes its place when one is moved.
    `create table if not exists booking_meeting (
       booking_id          integer primary key references booking (id) on delete cascade,
       app                 text not null,
       -- Absent for a room that needs no account, and once the connection is gone.
       conferencing_app_id integer references conferencing_app (id) on delete set null,
       -- What the provider calls it.
       meeting_id          text not null,
       unique (app, meeting_id)
     )`,
    // What was told more than once is recorded once.
    `alter table booking_record add column if not exists told_id text`,
    `create unique index if not exists booking_record_told on booking_record (booking_id, kind, told_id)
       where told_id is not null`,
  ],
};
