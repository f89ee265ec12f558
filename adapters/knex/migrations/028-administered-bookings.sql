-- Grants without scopes of teams and organizations that cover bookings: they concern an organization where their user is
-- an owner or administrator of it or of one of its teams.
alter table place_grant add column administrators_only boolean not null default false;
