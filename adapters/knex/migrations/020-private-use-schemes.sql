-- Private-use URI schemes without a dot that a service administrator has allowed in the redirect URIs of a client: a list
-- of names without the colon.
alter table client add column allowed_schemes jsonb not null default '[]' check (jsonb_typeof(allowed_schemes) = 'array');
