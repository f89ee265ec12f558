-- Raised when every browser session of an account ends at once. A session carries the number that it was started under
-- and counts only while it is still that of the account.
alter table account add column access_generation integer not null default 0;
