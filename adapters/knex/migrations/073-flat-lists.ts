import type { Step } from './source.js';

/** Lists of bookings are filtered, sorted and counted from the index of a calendar, without reading the bookings. */
export const flatLists: Step = {
  name: '073-flat-lists',
  up: [
    // What lists ask of a booking stands beside each of its hosts. The triggers below are its only writers.
    `alter table booking_host
       -- As it was booked. It goes on naming an event type that is gone, so that it is no reference.
       add column if not exists event_type_id integer,
       add column if not exists status        text,
       add column if not exists ends_at       timestamptz(3),
       add column if not exists recurring_uid text,
       add column if not exists created_at    timestamptz(3),
       add column if not exists updated_at    timestamptz(3)`,
    `update booking_host set event_type_id = booking.event_type_id, status = booking.status,
       ends_at = booking.ends_at, recurring_uid = booking.recurring_uid, created_at = booking.created_at,
       updated_at = booking.updated_at
     from booking where booking.id = booking_host.booking_id and booking_host.status is null`,
    `create or replace function booking_host_reads_booking() returns trigger language plpgsql as $$
     begin
       select event_type_id, status, ends_at, recurring_uid, created_at, updated_at
       into new.event_type_id, new.status, new.ends_at, new.recurring_uid, new.created_at, new.updated_at
       from booking where id = new.booking_id;
       return new;
     end $$`,
    `create or replace trigger booking_host_reads_booking before insert on booking_host
       for each row execute function booking_host_reads_booking()`,
    `create or replace function booking_tells_hosts() returns trigger language plpgsql as $$
     begin
       update booking_host set status = new.status, ends_at = new.ends_at, recurring_uid = new.recurring_uid,
         created_at = new.created_at, updated_at = new.updated_at
       where booking_id = new.id;
       return null;
     end $$`,
    `create or replace trigger booking_tells_hosts
       after update of status, ends_at, recurring_uid, created_at, updated_at on booking
       for each row execute function booking_tells_hosts()`,
    `create index if not exists booking_host_calendar on booking_host (account_id, starts_at, booking_id)
       include (event_type_id, status, ends_at, recurring_uid, created_at, updated_at)`,
    `drop index if exists booking_host_start`,
    `create index if not exists booking_event_type_calendar on booking (event_type_id, starts_at, id)
       include (status, ends_at, recurring_uid, created_at, updated_at)`,
    `drop index if exists booking_event_type_time`,
    // By their digest: names may be longer than an index takes.
    `create index if not exists attendee_name on attendee (md5(lower(name)), booking_id)`,
  ],
};
