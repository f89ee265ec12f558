-- A tester counts from their acceptance on. Those named before have been using the client, or could have.
alter table client_tester add column accepted_at timestamptz(3);
-- Who named the tester.
alter table client_tester add column invited_by integer references account (id) on delete set null;
update client_tester set accepted_at = now();
