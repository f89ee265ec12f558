-- Whether the retired scope names mean today's scopes for this client, as a service administrator has decided.
alter table client add column migrating boolean not null default false;
