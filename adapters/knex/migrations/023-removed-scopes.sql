-- Scopes that were also taken from existing installations: by name, the version of the client from which on a grant may
-- have them again.
alter table client add column removed_scopes jsonb not null default '{}' check (jsonb_typeof(removed_scopes) = 'object');
create index client_removed_scopes on client (id) where removed_scopes <> '{}';

-- The owner's choice waits with the proposal.
alter table client_proposal add column from_installations boolean not null default false;

-- Finds the grants of a client. A row may name one that has ended, but a live one that was allowed since is never missing.
-- Earlier ones are narrowed when they are used next.
create table client_grant (
  family_id text primary key,
  client_id text not null references client (id) on delete cascade,
  ends_at   timestamptz(3) not null
);

create index client_grant_client on client_grant (client_id, family_id);
create index client_grant_ends_at on client_grant (ends_at);
