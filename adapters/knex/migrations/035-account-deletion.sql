-- When the account was deleted. Its row stays, without personal data, because bookings and the audit log name its id.
alter table account add column deleted_at timestamptz(3);
alter table account add constraint account_deleted_is_disabled check (deleted_at is null or disabled_at is not null);

-- Waits for a deletion that is under way. A serialization failure, so that the transaction is tried again and sees it.
create function account_not_deleted() returns trigger language plpgsql as $$
begin
  perform from account
  where id = cast(to_jsonb(new) ->> tg_argv[0] as integer) and deleted_at is null for key share;
  if not found then
    raise exception 'the account is deleted' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

create trigger client_owner_not_deleted before insert or update of owner_id on client
  for each row execute function account_not_deleted('owner_id');
create trigger membership_account_not_deleted before insert on membership
  for each row execute function account_not_deleted('account_id');
