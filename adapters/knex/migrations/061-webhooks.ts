import type { Step } from './source.js';

export const webhooks: Step = {
  name: '061-webhooks',
  up: [
    // Whose it is: a person, a team or an organization, or one event type of any of them. The public API calls it by its
    // number. `active` is the owner's word; `disabled_at` says that its receiver failed for too long.
    `create table if not exists webhook (
       id               uuid primary key,
       number           integer generated always as identity unique,
       account_id       integer references account (id) on delete cascade,
       team_id          integer references team (id) on delete cascade,
       event_type_id    integer references event_type (id) on delete cascade,
       subscriber_url   text not null,
       triggers         text[] not null,
       payload_template text,
       secret_sealed    text,
       active           boolean not null,
       failing_since    timestamptz(3),
       disabled_at      timestamptz(3),
       disabled_reason  text,
       created_at       timestamptz(3) not null default now(),
       check (num_nonnulls(account_id, team_id, event_type_id) = 1)
     )`,
    // By their digest: addresses may be longer than an index takes.
    `create unique index if not exists webhook_account_url on webhook (account_id, md5(subscriber_url))
       where account_id is not null`,
    `create unique index if not exists webhook_team_url on webhook (team_id, md5(subscriber_url))
       where team_id is not null`,
    `create unique index if not exists webhook_event_type_url on webhook (event_type_id, md5(subscriber_url))
       where event_type_id is not null`,
  ],
};
