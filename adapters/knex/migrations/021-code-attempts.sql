-- Wrong attempts on the code of a booker by where they came from, a keyed hash of the client IP: the attempts of others
-- do not use up those of the booker.
alter table booker_code add column tries_from jsonb not null default '{}' check (jsonb_typeof(tries_from) = 'object');
