import type { Step } from './source.js';

export const artifacts: Step = {
  name: '004-artifacts',
  up: [
    `create table if not exists artifact (
       kind       text not null check (kind in ('family', 'session', 'interaction')),
       key        text not null,
       version    text not null,
       value      text not null,
       owner      text,
       expires_at timestamptz(3) not null,
       primary key (kind, key)
     )`,
    `create index if not exists artifact_owner on artifact (kind, owner) where owner is not null`,
    `create index if not exists artifact_expires_at on artifact (expires_at)`,
    // The columns and their order are those that rate-limiter-flexible writes.
    `create table if not exists throttle (
       key    varchar(255) primary key,
       points integer not null default 0,
       expire bigint
     )`,
    `create index if not exists throttle_expire on throttle (expire)`,
  ],
};
