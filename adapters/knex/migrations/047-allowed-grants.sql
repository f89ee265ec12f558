-- The grants that an account has allowed, newest first: the list of those that have ended reads one range of it.
create index audit_entry_allowed on audit_entry (actor, at, id) where action = 'grant.allowed';
