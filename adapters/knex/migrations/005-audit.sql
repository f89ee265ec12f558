-- The audit log. Each filter of it reads one range of one index, newest or oldest first.

create table audit_entry (
  id      uuid primary key,
  at      timestamptz(3) not null default now(),
  actor   text not null,
  network text,
  action  text not null,
  subject text not null,
  facts   jsonb not null default '{}'
);

create index audit_entry_at on audit_entry (at, id);
create index audit_entry_subject on audit_entry (subject, at);
create index audit_entry_actor on audit_entry (actor, at, id);
create index audit_entry_action on audit_entry (action, at, id);
create index audit_entry_network on audit_entry (network, at, id) where network is not null;

-- Entries also concern the client and the account in their facts: those of a grant name both.
create index audit_entry_client on audit_entry ((facts->>'clientId'), at, id)
  where facts->>'clientId' is not null;
create index audit_entry_account on audit_entry ((facts->>'accountId'), at, id)
  where facts->>'accountId' is not null;
