-- The rights of the schema. Run this file after the schema, and again after each upgrade; it is idempotent.
--
-- Three roles without login. Each person has a login, which is granted one of them:
--
-- - switchboard_viewer reads everything except tokens and secrets, and reports its presence and what it has read
--
-- - switchboard_member also reads tokens and secrets, receives, sends, assigns chats, closes them, writes labels, notes
--   and quick replies, and delivers, pauses and resumes the team's webhooks
--
-- - switchboard_administrator also adds and removes instances, members, webhooks and programs, changes the passphrase,
--   and drops old months
--
-- No role may write to a table: only the functions of the schema do, and they record the login. No role can change or
-- remove an entry of the journal, or write in another member's name.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['switchboard_viewer', 'switchboard_member', 'switchboard_administrator'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
end $$;
grant switchboard_viewer to switchboard_member;
grant switchboard_member to switchboard_administrator;

revoke all on schema switchboard from public;
revoke all on all tables in schema switchboard from public;
revoke all on all functions in schema switchboard from public;
grant usage on schema switchboard to switchboard_viewer;

-- Only a login with a desk in the team reads, also on a connection that was open before it lost its desk: PostgreSQL
-- checks this at every statement, and the rights of a role only when it connects. The team's own row stays open, since
-- a desk reads it before it is entered.
do $$
declare
  part name;
begin
  for part in
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'switchboard'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'team'
      and not c.relrowsecurity
  loop
    execute format('alter table switchboard.%I enable row level security', part);
    -- As a subquery it is evaluated for a statement, not for each row.
    execute format('create policy members on switchboard.%I for select using ((select switchboard.may_read()))', part);
  end loop;
end $$;

-- Viewers.
grant select on switchboard.team, switchboard.member, switchboard.lease, switchboard.journal, switchboard.send,
  switchboard.chat_state, switchboard.read_mark, switchboard.presence, switchboard.gone, switchboard.note, switchboard.chat_label,
  switchboard.quick_reply, switchboard.webhook_cursor, switchboard.dead_letter, switchboard.program, switchboard.program_send,
  switchboard.proposal
  to switchboard_viewer;
grant select (id, name, settings, secret_id, state, round, changed_by, version, n) on switchboard.webhook to switchboard_viewer;
grant select (id, api_url, id_instance, family, prefix, name, colour, counts_from, answer_target_ms, removed_at)
  on switchboard.instance to switchboard_viewer;
grant execute on function
  switchboard.go_away(uuid),
  switchboard.be_here(uuid, text, boolean),
  switchboard.end_run(uuid),
  switchboard.this_run(),
  switchboard.as_run(text),
  switchboard.is_gone(uuid),
  switchboard.generation(),
  switchboard.may_read(),
  switchboard.note_json(switchboard.note),
  switchboard.label_json(switchboard.chat_label),
  switchboard.put_read_mark(bigint, text, bigint, uuid),
  switchboard.put_presence(bigint, text, text, integer, uuid) to switchboard_viewer;

-- Members.
grant select (token, token_id) on switchboard.instance to switchboard_member;
grant select (secret) on switchboard.webhook to switchboard_member;
grant execute on function
  switchboard.take_lease(bigint, uuid),
  switchboard.renew_leases(uuid, jsonb),
  switchboard.want_lease(bigint, uuid),
  switchboard.leave_lease(bigint, bigint, uuid, uuid, bigint),
  switchboard.append(bigint, bigint, uuid, bigint, text, boolean, text, text, boolean, boolean, uuid),
  switchboard.enter_again(bigint, bigint, uuid, uuid, text, boolean, text, text, boolean, boolean),
  switchboard.share_window(bigint, text, text, uuid),
  switchboard.make_months(),
  switchboard.wake(text),
  switchboard.put_send(uuid, bigint, text, text, text, uuid, bigint, bigint, text),
  switchboard.reserve_send(uuid, uuid, bigint, text, integer[], uuid),
  switchboard.release_send(uuid, uuid),
  switchboard.put_proposal(uuid, bigint, text, text, text, bigint, uuid),
  switchboard.act_on_proposals(uuid[], text, boolean, uuid),
  switchboard.take_send(uuid, uuid, text),
  switchboard.name_in_flight(uuid, uuid[]),
  switchboard.settle_send(uuid, uuid, integer, text, text, boolean, text),
  switchboard.doubt_sends(),
  switchboard.enter_sent(uuid, bigint, text, text, text, text, text, uuid, bigint),
  switchboard.dismiss_send(uuid, uuid),
  switchboard.renew_token(bigint, text, uuid, text),
  switchboard.set_answer_target(bigint, bigint, uuid),
  switchboard.share_calls(jsonb, uuid),
  switchboard.assign_chat(bigint, text, uuid, uuid, uuid),
  switchboard.mark_chat(bigint, text, bigint, uuid),
  switchboard.put_note(uuid, bigint, text, text, bigint, bigint, bigint, uuid),
  switchboard.put_labels(bigint, jsonb, uuid),
  switchboard.put_quick_reply(uuid, text, text, bigint, uuid),
  switchboard.set_webhook_state(uuid, text, bigint, uuid),
  switchboard.ask_letters(uuid, uuid[], boolean, uuid),
  switchboard.advance_cursor(uuid, bigint, bigint, bigint, bigint, uuid, jsonb, uuid),
  switchboard.settle_letter(uuid, bigint, bigint, uuid, boolean, integer, text, uuid) to switchboard_member;

-- Administrators.
grant execute on function
  switchboard.set_check_value(text),
  switchboard.put_instance(text, text, text, text, text, text, text, text, bigint, bigint),
  switchboard.change_passphrase(text, text, jsonb, jsonb, uuid),
  switchboard.remove_instance(bigint),
  switchboard.put_webhook(uuid, text, text, text, uuid, bigint, text, bigint, uuid),
  switchboard.seek_webhook(uuid, bigint, uuid),
  switchboard.put_program(uuid, text, text, text, text, text, bigint, uuid),
  switchboard.switch_webhooks(boolean, uuid),
  switchboard.drop_months(integer, boolean) to switchboard_administrator;

-- A session that was left in an open transaction ends after a minute: it holds back the notifications of the whole
-- server.
do $$
begin
  execute format('alter database %I set idle_in_transaction_session_timeout = %L', current_database(), '1min');
end $$;

-- Desks refuse a database whose schema is newer than its rights.
update switchboard.team set granted_version = schema_version;
