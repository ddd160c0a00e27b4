-- The shared journal of a team, version 16: no desk ever appended records, so nobody may any more. A program that knows
-- version 15 can go on with this one.

-- Entries of the kind `records` stay: the hole of an instance that is shared again is one (put_instance).
drop function switchboard.note_records(bigint, uuid, text, text);

update switchboard.team set schema_version = 16;
revoke all on all functions in schema switchboard from public;
