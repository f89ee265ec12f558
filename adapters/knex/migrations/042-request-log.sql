-- Requests of clients for a week, so that their developers see why one failed. Like usage it has no reference to client:
-- an entry must neither wait for an edit of the client nor delay one. Rows of removed clients are swept.
create table client_request (
  -- The request id.
  id        text primary key,
  -- Empty for requests that belong to no client; only administrators find them.
  client_id text not null,
  at        timestamptz(3) not null,
  endpoint  text not null,
  refused   boolean not null,
  grant_id  text,
  -- What was sent, the answer and its cause; never a credential.
  entry     jsonb not null
);

create index client_request_newest on client_request (client_id, at desc, id desc);
create index client_request_grant on client_request (client_id, grant_id) where grant_id is not null;
create index client_request_at on client_request (at);

-- How many requests there were, kept or not: only so many are kept of one client and day.
create table client_request_day (
  client_id text not null,
  day       date not null,
  refused   bigint not null,
  succeeded bigint not null,
  primary key (client_id, day)
);

create index client_request_day_day on client_request_day (day);

-- Hashes of removed secrets, so that a request with one can be told from a request with a wrong one. They open nothing.
create table removed_client_secret (
  id         text primary key,
  client_id  text not null references client (id) on delete cascade,
  hash       text not null,
  hint       text not null,
  removed_at timestamptz(3) not null default now()
);

create index removed_client_secret_client on removed_client_secret (client_id);
create index removed_client_secret_at on removed_client_secret (removed_at);
