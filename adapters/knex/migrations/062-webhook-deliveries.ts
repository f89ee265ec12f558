import type { Step } from './source.js';

export const webhookDeliveries: Step = {
  name: '062-webhook-deliveries',
  up: [
    // Whose server a job calls, what has to keep its order, and that order as the rows came.
    `alter table job add column if not exists party text`,
    `alter table job add column if not exists lane text`,
    `alter table job add column if not exists place bigserial`,
    `create index if not exists job_own on job (due_at, id) where dead_at is null and party is null`,
    `create index if not exists job_party on job (party, due_at, place)
       where dead_at is null and party is not null`,
    `create index if not exists job_busy on job (party) where dead_at is null and lease is not null`,
    `create index if not exists job_lane on job (lane, place) where dead_at is null and lane is not null`,

    // Where the developers of a client are told what became of its grants and secrets.
    `create table if not exists client_webhook (
       id              uuid primary key,
       client_id       text not null unique references client (id) on delete cascade,
       subscriber_url  text not null,
       secret_sealed   text not null,
       active          boolean not null default true,
       disabled_at     timestamptz(3),
       disabled_reason text,
       failing_since   timestamptz(3),
       created_at      timestamptz(3) not null default now()
     )`,

    // The body is what is signed, to the byte. What concerns a try is of the last one.
    `create table if not exists webhook_delivery (
       id                uuid primary key,
       webhook_id        uuid references webhook (id) on delete cascade,
       client_webhook_id uuid references client_webhook (id) on delete cascade,
       trigger           text not null,
       lane              text not null,
       body              text not null,
       state             text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
       tries             integer not null default 0,
       tried_at          timestamptz(3),
       duration_ms       integer,
       status            smallint,
       answer            text,
       failure           text,
       created_at        timestamptz(3) not null,
       check (num_nonnulls(webhook_id, client_webhook_id) = 1)
     )`,
    `create index if not exists webhook_delivery_of_webhook on webhook_delivery (webhook_id, id)`,
    `create index if not exists webhook_delivery_of_client on webhook_delivery (client_webhook_id, id)`,
    `create index if not exists webhook_delivery_waiting on webhook_delivery (lane, trigger)
       where state = 'waiting'`,
    `create index if not exists webhook_delivery_created_at on webhook_delivery (created_at)`,
  ],
};
