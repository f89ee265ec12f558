-- Counted on each page of a host: the bookings that wait for them, however many others they have.
create index booking_host_waiting on booking_host (account_id, ends_at) where status = 'pending';
