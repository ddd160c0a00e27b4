-- The shared journal of a team, version 5: functions are closed to everybody until grants.sql opens them. PostgreSQL
-- lets everybody call a new function, so every schema file from here on ends with the same revoke. A program that knows
-- version 2 can go on with this one.

-- For which version grants.sql was run last. A desk refuses a database in which it is not the schema's version.
alter table switchboard.team add column granted_version integer not null default 0;

update switchboard.team set schema_version = 5;
revoke all on all functions in schema switchboard from public;
