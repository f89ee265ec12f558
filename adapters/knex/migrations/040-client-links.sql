-- What people are told about who is behind a client, beside its website. RFC 7591 section 2: contacts, policy_uri, tos_uri.
alter table client add column support_email text;
alter table client add column privacy_policy text;
alter table client add column terms_of_service text;
alter table client_proposal add column support_email text;
alter table client_proposal add column privacy_policy text;
alter table client_proposal add column terms_of_service text;
