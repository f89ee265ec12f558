-- The address that an administrator invited, for the list of invitations. Null once the user has accepted, and where the
-- invitation names an account.
alter table membership add column invited_email text;
