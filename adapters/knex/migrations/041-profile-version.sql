-- Grows with every change of the profile, so that a form that was shown before one does not undo it.
alter table account add column profile_version integer not null default 0;
