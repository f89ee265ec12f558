-- A new address of an account that waits until its link is used, one for each account. The token of the link is derived
-- from the id with the service's keys, and is never stored.
create table email_change (
  id         uuid primary key,
  account_id integer not null unique references account (id) on delete cascade,
  email      text not null,
  expires_at timestamptz(3) not null
);

create index email_change_expires_at on email_change (expires_at);
