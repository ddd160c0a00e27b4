import { randomUUID } from 'node:crypto'
import { Client, DatabaseError } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sized } from '../core/testing/marathon.ts'
import { createSeededRandom } from '../core/testing/mutate.ts'
import type { TeamAddress } from '../core/sharing/shared-team.ts'
import { callText, functionsQuery, hostileArguments, knownValuesQuery } from './testing/hostile-calls.ts'
import type { KnownValues, SchemaFunction } from './testing/hostile-calls.ts'
import { createTeamDatabase, type Role, type TeamDatabase } from './testing/team-database.ts'
import { createSharedScene, type SceneDesk } from './testing/team-scene.ts'

type Row = Readonly<Record<string, unknown>>

/** A row that a call wrote, seen by a trigger. */
interface Change {
  readonly table: string
  readonly operation: 'insert' | 'update' | 'delete'
  readonly old: Row
  readonly new: Row
  /** The columns that an update changed. */
  readonly columns: readonly string[]
}
interface Call {
  readonly caller: Caller
  readonly values: Readonly<Record<string, unknown>>
}
type Rule = (change: Change, call: Call) => boolean
interface Contract {
  /** The least role that may call it. */
  readonly for: Role | 'nobody'
  /** What it may write, by table and operation; nothing else. */
  readonly writes?: Readonly<Record<string, Rule>>
}
interface Caller {
  readonly name: string
  readonly role: Role | null
  /** Nothing that it calls has an effect. */
  readonly isPowerless: boolean
  readonly login: string
  /** Of its program, as far as it says so. */
  readonly run: string
  readonly desks: Set<string>
  readonly client: Client
}

const only =
  (...columns: string[]): Rule =>
  (change) =>
    change.columns.every((column) => columns.includes(column))
const all =
  (...rules: Rule[]): Rule =>
  (change, call) =>
    rules.every((rule) => rule(change, call))
const any =
  (...rules: Rule[]): Rule =>
  (change, call) =>
    rules.some((rule) => rule(change, call))
const isOwn =
  (which: 'old' | 'new', column: string): Rule =>
  (change, { caller }) =>
    caller.desks.has(String(change[which][column]))
const was =
  (column: string, ...values: unknown[]): Rule =>
  ({ old }) =>
    values.includes(old[column])
const becomes =
  (column: string, ...values: unknown[]): Rule =>
  (change) =>
    values.includes(change.new[column])
const isArgument =
  (which: 'old' | 'new', column: string, parameter: string): Rule =>
  (change, { values }) =>
    String(change[which][column]) === String(values[parameter])

const continuesBase: Rule = ({ new: now }, { values }) => Number(now['version']) === Number(values['base']) + 1

/** An entry gets a number, and the one before it no other. */
const counts = all(
  only('last_n', 'last_id', 'previous_id'),
  ({ old, new: now }) => Number(now['last_n']) === Number(old['last_n']) + 1,
)
const entry = (kind: string, desk: Rule = isOwn('new', 'desk')): Readonly<Record<string, Rule>> => ({
  'lease update': counts,
  'journal insert': all(becomes('kind', kind), desk),
})
const holds = all(isOwn('old', 'holder'), isArgument('old', 'epoch', 'its_epoch'))
const appends: Contract = {
  for: 'member',
  writes: {
    'lease update': all(
      holds,
      any(
        all(
          only('last_n', 'last_id', 'previous_id', 'deleted_n', 'beat_at'),
          ({ old, new: now }) => Number(now['last_n']) === Number(old['last_n']) + 1,
        ),
        only('last_id'),
      ),
    ),
    'journal insert': all(becomes('kind', 'notification'), isOwn('new', 'desk'), isArgument('new', 'raw', 'its_raw')),
  },
}
const enters: Contract = {
  for: 'member',
  writes: {
    ...entry('send'),
    'send insert': all(isOwn('new', 'desk'), isOwn('new', 'author'), becomes('state', 'queued')),
    'send update': all(
      isOwn('old', 'desk'),
      was('state', 'cancelled'),
      becomes('state', 'queued'),
      only('state', 'seq', 'request', 'changed_at', 'entered_n', 'seen_n', 'guard_from'),
    ),
  },
}
const claims: Contract = {
  for: 'member',
  writes: {
    ...entry('send'),
    'send update': all(
      isOwn('old', 'desk'),
      was('state', 'queued'),
      any(
        only('changed_at'),
        all(becomes('state', 'sending'), only('state', 'attempt', 'request', 'changed_at', 'run')),
      ),
    ),
  },
}
/** Another send had the id of an answer by its text alone. */
const losesFoundId = all(
  was('id_is_found', true),
  was('state', 'accepted'),
  becomes('state', 'uncertain'),
  becomes('id_message', null),
  isArgument('old', 'id_message', 'its_id_message'),
  only('state', 'id_message', 'id_is_found', 'changed_at'),
)
const settles: Contract = {
  for: 'member',
  writes: {
    ...entry('send', () => true),
    'send update': any(
      losesFoundId,
      all(
        isOwn('old', 'desk'),
        was('state', 'queued', 'sending', 'uncertain'),
        isArgument('old', 'attempt', 'its_attempt'),
        any(isArgument('new', 'state', 'its_state'), becomes('state', 'uncertain')),
        only('state', 'id_message', 'id_is_found', 'shown_id', 'changed_at'),
      ),
      all(
        isOwn('old', 'desk'),
        was('state', 'accepted'),
        isArgument('old', 'attempt', 'its_attempt'),
        isArgument('new', 'shown_id', 'its_shown_id'),
        only('id_message', 'id_is_found', 'shown_id', 'changed_at'),
      ),
    ),
  },
}
const firstEntry = all(({ table }) => table === 'send', only('entered_n'), was('entered_n', null))
const doubts = all(was('state', 'sending'), becomes('state', 'uncertain'), only('state', 'changed_at'))
const isEnded = becomes('state', 'accepted', 'failed', 'uncertain', 'dismissed', 'cancelled')
const isAdministrator: Rule = (_, { caller }) => caller.role === 'administrator'
/** What every change of a webhook does besides. */
const counted = ['n', 'changed_by', 'version']
const isWebhook = (which: 'old' | 'new', parameter: string, column = 'webhook') => isArgument(which, column, parameter)
const isOwnMember = all(
  isOwn('new', 'id'),
  isArgument('new', 'id', 'desk'),
  ({ new: now }, { caller }) => now['login'] === caller.login,
)

/** What each function is for. A new one needs a row here. */
const contracts: Readonly<Record<string, Contract>> = {
  'act_on_proposals(uuid[],text,boolean,uuid)': {
    for: 'member',
    writes: {
      'proposal update': all(
        any(was('state', 'open'), isOwn('old', 'closed_by')),
        only('state', 'edited', 'claimed_by', 'claimed_until', 'closed_by', 'closed_at', 'n'),
      ),
    },
  },
  'add_entry(bigint,bigint,text,text,boolean,text,text,boolean,bigint,uuid)': { for: 'nobody' },
  'advance_cursor(uuid,bigint,bigint,bigint,bigint,uuid,jsonb,uuid)': {
    for: 'member',
    writes: {
      'webhook_cursor insert': all(
        isWebhook('new', 'its_webhook'),
        isArgument('new', 'instance', 'which'),
        isArgument('new', 'n', 'to_n'),
        (_, { values }) => Number(values['from_n']) === 0,
      ),
      'webhook_cursor update': all(
        isWebhook('old', 'its_webhook'),
        isArgument('old', 'instance', 'which'),
        isArgument('old', 'n', 'from_n'),
        isArgument('new', 'n', 'to_n'),
        only('n'),
      ),
      'dead_letter insert': all(
        isWebhook('new', 'its_webhook'),
        isArgument('new', 'instance', 'which'),
        ({ new: now }, { values }) =>
          Number(now['n']) > Number(values['from_n']) && Number(now['n']) <= Number(values['to_n']),
      ),
      'webhook update': all(isWebhook('old', 'its_webhook', 'id'), only('n')),
    },
  },
  'append(bigint,bigint,uuid,bigint,text,boolean,text,text,boolean,boolean,uuid)': appends,
  'as_run(text)': { for: 'viewer' },
  'ask_letters(uuid,uuid[],boolean,uuid)': {
    for: 'member',
    writes: {
      'dead_letter delete': isWebhook('old', 'its_id'),
      'dead_letter update': all(isWebhook('old', 'its_id'), only('is_replaying'), becomes('is_replaying', true)),
      'webhook update': all(isWebhook('old', 'its_id', 'id'), only('n')),
    },
  },
  'assign_chat(bigint,text,uuid,uuid,uuid)': {
    for: 'member',
    writes: {
      ...entry('chat'),
      'chat_state insert': becomes('assignee', null),
      'chat_state update': all(only('assignee', 'version', 'changed_by', 'at'), isOwn('new', 'changed_by')),
    },
  },
  'be_here(uuid,text,boolean)': {
    for: 'viewer',
    writes: {
      'member insert': isOwnMember,
      'member update': all(isOwnMember, only('name', 'seen_at', 'run')),
      'lease update': all(isOwn('old', 'holder'), becomes('holder', null), only('holder', 'epoch', 'run')),
    },
  },
  'check_room(bigint,text)': { for: 'nobody' },
  'count_on(bigint)': { for: 'nobody' },
  'dismiss_send(uuid,uuid)': {
    for: 'member',
    writes: {
      ...entry('send', () => true),
      'send update': all(was('state', 'uncertain'), becomes('state', 'dismissed'), only('state', 'changed_at')),
    },
  },
  'doubt_sends()': { for: 'member', writes: { ...entry('send', () => true), 'send update': doubts } },
  'doubt(uuid[])': { for: 'nobody' },
  'drop_months(integer,boolean)': {
    for: 'administrator',
    writes: {
      'send delete': was('state', 'accepted', 'failed', 'cancelled', 'dismissed'),
      'webhook_cursor insert': (_, { values }) => values['is_forced'] === 'true',
      'webhook_cursor update': all(only('n'), (_, { values }) => values['is_forced'] === 'true'),
    },
  },
  'end_run(uuid)': { for: 'viewer', writes: { 'member update': all(isOwnMember, only('run'), becomes('run', null)) } },
  'enter_again(bigint,bigint,uuid,uuid,text,boolean,text,text,boolean,boolean)': {
    for: 'member',
    writes: {
      'lease update': counts,
      'journal insert': all(becomes('kind', 'notification'), isOwn('new', 'desk'), isArgument('new', 'id', 'its_id')),
    },
  },
  'enter_sent(uuid,bigint,text,text,text,text,text,uuid,bigint)': {
    for: 'member',
    writes: {
      ...entry('send', () => true),
      'send insert': all(isOwn('new', 'desk'), isOwn('new', 'author'), isEnded),
      'send update': any(
        losesFoundId,
        all(
          isOwn('old', 'desk'),
          was('state', 'queued'),
          isEnded,
          only('state', 'request', 'attempt', 'id_message', 'changed_at'),
        ),
      ),
    },
  },
  'generation()': { for: 'viewer' },
  'go_away(uuid)': {
    for: 'viewer',
    writes: {
      'member delete': all(
        isArgument('old', 'id', 'desk'),
        any(isOwn('old', 'id'), (_, { caller }) => caller.role === 'administrator'),
      ),
      'gone insert': all(isArgument('new', 'desk', 'desk'), (_, { caller }) => caller.role === 'administrator'),
      'lease update': any(
        counts,
        all(only('holder', 'wanted_by', 'run'), any(becomes('holder', null), becomes('wanted_by', null))),
      ),
      'journal insert': becomes('kind', 'chat', 'send'),
      'chat_state update': all(
        isArgument('old', 'assignee', 'desk'),
        becomes('assignee', null),
        only('assignee', 'version', 'changed_by', 'at'),
      ),
      'send update': all(
        isArgument('old', 'desk', 'desk'),
        was('state', 'queued'),
        becomes('state', 'cancelled'),
        only('state', 'changed_at'),
      ),
      'read_mark delete': isArgument('old', 'member', 'desk'),
      'presence delete': isArgument('old', 'member', 'desk'),
    },
  },
  'is_gone(uuid)': { for: 'viewer' },
  'is_here(uuid)': { for: 'nobody' },
  'is_own(uuid)': { for: 'nobody' },
  'keep_entry(bigint,bigint,text,text,boolean,text,text,boolean,bigint,uuid,uuid)': { for: 'nobody' },
  'leave_lease(bigint,bigint,uuid,uuid,bigint)': {
    for: 'member',
    writes: {
      'lease update': all(holds, only('holder', 'wanted_by', 'epoch', 'deleted_n', 'held_since', 'beat_at', 'run')),
    },
  },
  'lock_webhooks()': { for: 'nobody' },
  'make_months()': { for: 'member' },
  'mark_chat(bigint,text,bigint,uuid)': {
    for: 'member',
    writes: {
      ...entry('chat'),
      'chat_state insert': all(isOwn('new', 'changed_by'), becomes('assignee', null)),
      'chat_state update': all(isOwn('new', 'changed_by'), only('done_until', 'version', 'changed_by', 'at')),
    },
  },
  'may_act()': { for: 'nobody' },
  'may_read()': { for: 'viewer' },
  'name_entry()': { for: 'nobody' },
  'name_in_flight(uuid,uuid[])': {
    for: 'member',
    writes: { ...entry('send'), 'send update': all(isOwn('old', 'desk'), doubts) },
  },
  'next_n(bigint)': { for: 'nobody' },
  'note_chat(chat_state)': { for: 'nobody' },
  'note_run()': { for: 'nobody' },
  'note_send(send)': { for: 'nobody' },
  'next_proposal_n()': { for: 'nobody' },
  'note_webhook(uuid)': { for: 'nobody' },
  'place_of(bigint,bigint)': { for: 'nobody' },
  'put_instance(text,text,text,text,text,text,text,text,bigint,bigint)': {
    for: 'administrator',
    writes: {
      'instance insert': all(isArgument('new', 'api_url', 'its_url'), isArgument('new', 'id_instance', 'its_id')),
      'instance update': all(
        isArgument('old', 'api_url', 'its_url'),
        isArgument('old', 'id_instance', 'its_id'),
        only(
          ...[
            'family',
            'prefix',
            'name',
            'colour',
            'token',
            'token_id',
            'counts_from',
            'answer_target_ms',
            'removed_at',
          ],
        ),
      ),
      'lease insert': () => true,
      'lease update': only('last_n', 'last_id', 'previous_id'),
      'journal insert': all(becomes('kind', 'records'), becomes('raw', '{}'), becomes('desk', null)),
    },
  },
  'put_labels(bigint,jsonb,uuid)': {
    for: 'member',
    writes: {
      ...entry('chat'),
      'chat_label insert': isOwn('new', 'changed_by'),
      'chat_label update': all(isOwn('new', 'changed_by'), only('name', 'hue', 'is_on', 'changed_by', 'n')),
    },
  },
  'put_note(uuid,bigint,text,text,bigint,bigint,bigint,uuid)': {
    for: 'member',
    writes: {
      ...entry('chat'),
      // Its own, or one beside a colleague's.
      'note insert': all(
        isOwn('new', 'author'),
        isOwn('new', 'changed_by'),
        any(continuesBase, becomes('version', '1', 1)),
      ),
      'note update': all(
        isOwn('new', 'changed_by'),
        any(isArgument('old', 'version', 'base'), was('text', null)),
        isArgument('old', 'instance', 'which'),
        only('text', 'changed_by', 'version', 'edited_at', 'n'),
      ),
    },
  },
  'put_presence(bigint,text,text,integer,uuid)': {
    for: 'viewer',
    writes: {
      'presence insert': isOwn('new', 'member'),
      'presence update': isOwn('new', 'member'),
      'presence delete': isOwn('old', 'member'),
    },
  },
  'put_program(uuid,text,text,text,text,text,bigint,uuid)': {
    for: 'administrator',
    writes: {
      'program insert': all(isArgument('new', 'id', 'its_id'), isOwn('new', 'changed_by')),
      'program update': all(
        isArgument('old', 'id', 'its_id'),
        isArgument('old', 'version', 'base'),
        isOwn('new', 'changed_by'),
        only('name', 'settings', 'key_hash', 'state', 'changed_by', 'version'),
      ),
    },
  },
  'put_proposal(uuid,bigint,text,text,text,bigint,uuid)': {
    for: 'member',
    writes: {
      'proposal insert': all(isOwn('new', 'desk'), isArgument('new', 'id', 'its_id'), becomes('state', 'open')),
      'proposal delete': was('state', 'sent', 'dismissed', 'withdrawn', 'expired'),
    },
  },
  'put_quick_reply(uuid,text,text,bigint,uuid)': {
    for: 'member',
    writes: {
      'quick_reply insert': all(isOwn('new', 'changed_by'), isArgument('new', 'id', 'its_id'), continuesBase),
      'quick_reply update': all(
        isOwn('new', 'changed_by'),
        isArgument('old', 'version', 'base'),
        only('name', 'text', 'changed_by', 'version', 'n'),
      ),
    },
  },
  'put_read_mark(bigint,text,bigint,uuid)': {
    for: 'viewer',
    writes: {
      'read_mark insert': all(
        isOwn('new', 'member'),
        ({ new: now }, { values }) =>
          values['until'] !== null && Number(now['read_until']) <= Math.max(0, Number(values['until'])),
      ),
      'read_mark update': all(isOwn('new', 'member'), only('read_until')),
      'read_mark delete': isOwn('old', 'member'),
    },
  },
  'put_send(uuid,bigint,text,text,text,uuid,bigint,bigint,text)': enters,
  'put_webhook(uuid,text,text,text,uuid,bigint,text,bigint,uuid)': {
    for: 'administrator',
    writes: {
      'webhook insert': all(isArgument('new', 'id', 'its_id'), isOwn('new', 'changed_by')),
      'webhook update': all(
        isArgument('old', 'id', 'its_id'),
        isOwn('new', 'changed_by'),
        only('name', 'settings', 'secret', 'secret_id', ...counted),
      ),
      'webhook delete': was('settings', null),
      'webhook_cursor insert': isWebhook('new', 'its_id'),
      'webhook_cursor delete': isWebhook('old', 'its_id'),
      'dead_letter delete': isWebhook('old', 'its_id'),
    },
  },
  'release_send(uuid,uuid)': {
    for: 'member',
    writes: { 'program_send delete': all(isOwn('old', 'desk'), isArgument('old', 'id', 'its_id')) },
  },
  'remove_instance(bigint)': {
    for: 'administrator',
    writes: {
      'instance update': all(isArgument('old', 'id', 'which'), only('removed_at', 'token'), becomes('token', '')),
      'lease update': all(
        isArgument('old', 'instance', 'which'),
        becomes('holder', null),
        only('holder', 'wanted_by', 'epoch', 'run'),
      ),
    },
  },
  'renew_leases(uuid,jsonb)': {
    for: 'member',
    writes: { 'lease update': all(isOwn('old', 'holder'), only('beat_at', 'deleted_n', 'idle_at')) },
  },
  'renew_token(bigint,text,uuid,text)': {
    for: 'member',
    writes: { 'instance update': all(isArgument('old', 'id', 'which'), only('token', 'token_id')) },
  },
  'reserve_send(uuid,uuid,bigint,text,integer[],uuid)': {
    for: 'member',
    writes: { 'program_send insert': all(isOwn('new', 'desk'), isArgument('new', 'id', 'its_id')) },
  },
  'seek_webhook(uuid,bigint,uuid)': {
    for: 'administrator',
    writes: {
      'webhook update': all(isArgument('old', 'id', 'its_id'), isOwn('new', 'changed_by'), only('round', ...counted)),
      'webhook_cursor insert': isWebhook('new', 'its_id'),
      'webhook_cursor update': all(isWebhook('old', 'its_id'), only('n')),
      'dead_letter delete': isWebhook('old', 'its_id'),
    },
  },
  'set_answer_target(bigint,bigint,uuid)': {
    for: 'member',
    writes: { 'instance update': all(isArgument('old', 'id', 'which'), only('answer_target_ms')) },
  },
  'share_calls(jsonb,uuid)': {
    for: 'member',
    writes: { 'member update': all(isOwn('old', 'id'), only('calls')) },
  },
  'set_check_value(text)': {
    for: 'administrator',
    writes: { 'team update': all(was('check_value', null), only('check_value')) },
  },
  'set_webhook_state(uuid,text,bigint,uuid)': {
    for: 'member',
    writes: {
      'webhook update': all(
        isArgument('old', 'id', 'its_id'),
        any(
          all(isArgument('old', 'version', 'base'), isOwn('new', 'changed_by'), only('state', ...counted)),
          only('n'),
        ),
      ),
    },
  },
  'settle_letter(uuid,bigint,bigint,uuid,boolean,integer,text,uuid)': {
    for: 'member',
    writes: {
      'dead_letter delete': all(isWebhook('old', 'its_webhook'), isArgument('old', 'entry', 'its_entry')),
      'dead_letter update': all(
        isWebhook('old', 'its_webhook'),
        isArgument('old', 'entry', 'its_entry'),
        becomes('is_replaying', false),
        only('is_replaying', 'tries', 'trouble'),
      ),
      'webhook update': all(isWebhook('old', 'its_webhook', 'id'), only('n')),
    },
  },
  'settle_send(uuid,uuid,integer,text,text,boolean,text)': settles,
  'share_window(bigint,text,text,uuid)': {
    for: 'member',
    writes: { 'lease update': counts, 'journal insert': all(becomes('kind', 'records'), isOwn('new', 'desk')) },
  },
  'switch_webhooks(boolean,uuid)': {
    for: 'administrator',
    writes: { 'team update': all(isAdministrator, only('webhooks_on')) },
  },
  'take_id(send)': { for: 'nobody' },
  'take_lease(bigint,uuid)': {
    for: 'member',
    writes: {
      'lease update': all(
        isOwn('new', 'holder'),
        ({ old }) => old['holder'] === null || Math.abs(Date.now() - Date.parse(String(old['beat_at']))) > 9_000,
        only('holder', 'epoch', 'held_since', 'beat_at', 'wanted_by', 'run'),
      ),
    },
  },
  'take_send(uuid,uuid,text)': claims,
  'this_run()': { for: 'viewer' },
  'label_json(chat_label)': { for: 'viewer' },
  'note_json(note)': { for: 'viewer' },
  'change_passphrase(text,text,jsonb,jsonb,uuid)': {
    for: 'administrator',
    writes: {
      'team update': all(isArgument('old', 'check_value', 'its_check'), only('check_value')),
      'instance update': only('token'),
      'webhook update': only('secret'),
    },
  },
  'is_sealed_for(text)': { for: 'nobody' },
  'token_name(text)': { for: 'nobody' },
  'wake(text)': { for: 'member' },
  'want_lease(bigint,uuid)': {
    for: 'member',
    writes: { 'lease update': all(only('wanted_by'), isOwn('new', 'wanted_by')) },
  },
  'write_note(note)': { for: 'nobody' },
}

const ranks = { viewer: 1, member: 2, administrator: 3, nobody: 4 } as const
const mayCall = (role: Role | null, contract: Contract): boolean => role !== null && ranks[role] >= ranks[contract.for]

const textOf = (value: unknown): string => JSON.stringify(value).slice(0, 800)

/**
 * Bad values, missing rights, limits of a statement, and a journal that is being read: what a call may be refused for.
 */
const isRefusal = (code: string | undefined): boolean =>
  code !== undefined && (/^(22|23|54)/.test(code) || ['42501', 'P0001', '55P03'].includes(code))

/** Notes each row that a call writes, whatever writes it. */
const watchWrites = `
  create schema watch;
  create table watch.change (call text, "table" text, operation text, old jsonb, new jsonb, columns jsonb);
  create function watch.note() returns trigger language plpgsql security definer set search_path = '' as $$
  declare
    was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
    is_now jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  begin
    insert into watch.change values (current_setting('watch.call', true), regexp_replace(tg_table_name, '^journal.*', 'journal'), lower(tg_op), was, is_now,
      (select coalesce(jsonb_agg(n.key), '[]') from jsonb_each(is_now) n where n.value is distinct from was -> n.key));
    return null;
  end $$;
  do $$
  declare
    one name;
  begin
    for one in select relname from pg_class where relnamespace = 'switchboard'::regnamespace and relkind in ('r', 'p') and not relispartition loop
      execute format('create trigger watch after insert or update or delete on switchboard.%I for each row
        when (coalesce(current_setting(''watch.call'', true), '''') <> '''') execute function watch.note()', one);
    end loop;
  end $$`

async function connect({ host, port, database, user, password }: TeamAddress): Promise<Client> {
  const client = new Client({ host, port, database, user, password, statement_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A caller may have taken its own desks out: it has two again. Gives one. */
async function enterDesks({ login, name, desks, client }: Caller, database: TeamDatabase): Promise<string> {
  const there = await database.run(`select id from switchboard.member where login = '${login}'`)
  const ids = there.map(({ id }) => String(id))
  for (; ids.length < 2; ids.push([...desks].at(-1) ?? '')) {
    desks.add(randomUUID())
    await client.query('select switchboard.be_here($1, $2, false)', [[...desks].at(-1), name])
  }
  return ids[0] ?? ''
}

async function createCaller(database: TeamDatabase, name: string, role: Role | null): Promise<Caller> {
  const address = await database.login(role ?? undefined)
  const client = await connect(address)
  const caller = {
    name,
    role,
    isPowerless: role === null,
    login: address.user,
    run: randomUUID(),
    desks: new Set<string>(),
    client,
  }
  if (role !== null) await enterDesks(caller, database)
  return caller
}

/** Everybody who may stand at the database with psql. */
async function createCallers(database: TeamDatabase): Promise<readonly Caller[]> {
  const callers = [
    await createCaller(database, 'viewer', 'viewer'),
    await createCaller(database, 'member', 'member'),
    await createCaller(database, 'administrator', 'administrator'),
    await createCaller(database, 'reader', 'member'),
    await createCaller(database, 'stranger', null),
  ]
  // Its connection was open before its login ended.
  const removed = await createCaller(database, 'removed member', 'administrator')
  await database.run(`alter role ${removed.login} nologin`)
  return [...callers, { ...removed, isPowerless: true }]
}

test('each function does what it is for and nothing else, whoever calls it with whatever, and every desk follows the journal on', async () => {
  const { emulator, instance, account, database, first, second } = await createSharedScene()
  const other = emulator.addInstance({ idInstance: '1101000002', token: 'token-two' })
  const added = await first.call('instances.add', {
    ...account,
    ...{ idInstance: other.idInstance, token: other.token },
    ...{ family: 'v3', name: 'Other', colour: 'teal', mode: 'full', storeToken: true },
  })
  await first.call('team.share', { instance: added.instance })
  const lena = instance.person('79990001122', { name: 'Lena' })
  const mark = other.person('79990001133', { name: 'Mark' })
  const follows = async (desk: SceneDesk, text: string) => {
    for (const [from, chatId] of [
      [account.idInstance, lena.chatId],
      [other.idInstance, mark.chatId],
    ] as const)
      await desk.waitFor(`${text} of ${from}`, async () => (await desk.texts(chatId, from)).includes(text))
  }
  lena.says('before')
  mark.says('before')
  for (const desk of [first, second]) await follows(desk, 'before')

  await database.run(`insert into switchboard.webhook (id, name, settings, secret, secret_id, state, changed_by, version, n)
    select gen_random_uuid(), 'Orders', '{}', 'sealed', gen_random_uuid(), 'active', gen_random_uuid(), 1, 1 from generate_series(1, 2)`)
  const [teamRow] = await database.run('select id, schema_version from switchboard.team')
  const desks = await database.run('select id from switchboard.member')
  await database.run(watchWrites)
  const callers = await createCallers(database)
  const functions = (await database.run(functionsQuery)) as unknown as readonly SchemaFunction[]
  expect(functions.map(({ signature }) => signature)).toEqual(Object.keys(contracts).toSorted())

  const owner = new Client(database.owner)
  await owner.connect()
  onTestFinished(() => owner.end())
  const random = createSeededRandom(29)
  const realInstances = (await database.run('select id::text from switchboard.instance')).map(({ id }) => String(id))
  const absent = await createCaller(database, 'absent member', 'member')

  /**
   * What the callers find: a lease that a desk handed to the reader, and sends of today and of long ago whose desk is
   * not here.
   */
  const prepare = async (caller: Caller, desk: string) => {
    const [gone] = absent.desks
    if (caller.name === 'reader')
      await owner.query(
        `update switchboard.lease set holder = $1, epoch = epoch + 1, beat_at = now(), held_since = now()
         where instance = $2 and holder is distinct from $1`,
        [desk, realInstances[1]],
      )
    await owner.query('update switchboard.member set seen_at = now() - interval $$5 min$$ where id = $1', [gone])
    await owner.query(
      `insert into switchboard.send (id, instance, chat_id, operation, request, state, attempt, author, desk, changed_at)
       select gen_random_uuid(), $1, gen_random_uuid()::text, 'sendMessage', '{}', state, attempt, desk, desk, now() - ago::interval
       from (values ('sending', 1, '2 min', $2::uuid), ('uncertain', 1, '2 min', $2), ('accepted', 1, '3 years', $2),
         ('sending', 1, '2 min', $3), ('cancelled', 0, '2 min', $3), ('queued', 0, '2 min', $3)) s (state, attempt, ago, desk)`,
      [realInstances[0], gone, desk],
    )
    await owner.query(
      `insert into switchboard.dead_letter (webhook, instance, entry, n, tries, first_failed_at, trouble, is_replaying)
       select w.id, j.instance, j.id, j.n, 1, 1, '{}', random() < 0.7 from switchboard.webhook w cross join lateral (
         select * from switchboard.journal j where j.id is not null order by j.n desc limit 5) j
       where w.settings is not null on conflict do nothing`,
    )
  }
  const knownTo = async ({ login }: Caller): Promise<KnownValues> =>
    (await owner.query(knownValuesQuery, [login])).rows[0]

  const failures: string[] = []
  const callFunction = async (caller: Caller, fn: SchemaFunction, known: KnownValues) => {
    const values = hostileArguments(fn, known, random)
    const given = Object.fromEntries(fn.parameters.map(({ name }, index) => [name, values[index]]))
    // An administrator may take instances and desks out; those of this test have to go on.
    if (fn.name === 'remove_instance' && realInstances.includes(String(given['which']))) return
    if (
      fn.name === 'go_away' &&
      caller.role === 'administrator' &&
      !caller.isPowerless &&
      known.otherDesks.includes(String(given['desk']))
    )
      return
    if (
      fn.name === 'put_instance' &&
      known.addresses.includes(String(given['its_url'])) &&
      [account.idInstance, other.idInstance].includes(String(given['its_id']))
    )
      return
    const contract = contracts[fn.signature]
    if (contract === undefined) return
    const call = randomUUID()
    const description = `${caller.name}: ${fn.signature} ${textOf(values)}`
    const isNew =
      fn.name === 'be_here' && typeof given['desk'] === 'string' && !known.otherDesks.includes(given['desk'])
    if (isNew && !caller.isPowerless) caller.desks.add(String(given['desk']))
    const run = random() < 0.7 ? caller.run : random() < 0.5 ? randomUUID() : ''
    await caller.client.query('begin')
    try {
      await caller.client.query(`select set_config('watch.call', $1, true), set_config('switchboard.run', $2, true)`, [
        call,
        run,
      ])
      await caller.client.query(callText(fn), [...values])
      await caller.client.query('commit')
      if (!mayCall(caller.role, contract)) failures.push(`${description} was let in`)
    } catch (error) {
      await caller.client.query('rollback')
      const code = error instanceof DatabaseError ? error.code : undefined
      if (!isRefusal(code)) failures.push(`${description} failed with ${code} ${String(error)}`)
      if (!mayCall(caller.role, contract) && code !== '42501' && !code?.startsWith('22'))
        failures.push(`${description} was refused with ${code}`)
      return
    }
    const { rows } = await owner.query<Change & { call: string }>('delete from watch.change returning *')
    for (const change of rows) {
      if (change.call !== call) continue
      const rule = contract.writes?.[`${change.table} ${change.operation}`]
      const isFine = rule !== undefined && rule(change, { caller, values: given })
      // The first entry of a send is noted with it.
      const isNumbered =
        contract.writes?.['journal insert'] !== undefined && firstEntry(change, { caller, values: given })
      const isSigned = change.table !== 'journal' || change.new['login'] === caller.login
      if (caller.isPowerless || !(isFine || isNumbered) || !isSigned)
        failures.push(`${description} wrote ${textOf(change)}`)
    }
  }

  for (let round = 0; round < sized(1, 12); round++) {
    for (const caller of callers) {
      let known = await knownTo(caller)
      for (const [index, fn] of functions.entries()) {
        if (index % 7 === round % 7 || fn.name === 'go_away') {
          if (!caller.isPowerless && caller.role !== null) await prepare(caller, await enterDesks(caller, database))
          known = await knownTo(caller)
        }
        for (let again = 0; again < sized(1, 2); again++) await callFunction(caller, fn, known)
      }
    }
  }
  expect(failures).toEqual([])
  expect(await database.run('select id, schema_version from switchboard.team')).toEqual([teamRow])

  // The callers are gone, and their leases run out.
  await database.run(`update switchboard.lease set beat_at = now() - interval '1 min'
    where holder is not null and holder <> all ('{${desks.map(({ id }) => String(id)).join()}}')`)
  lena.says('after all of it')
  mark.says('after all of it')
  for (const desk of [first, second]) {
    await follows(desk, 'after all of it')
    const status = await desk.until(
      'team.status',
      {},
      (now) => now.kind === 'joined' && now.instances.every(({ backlog }) => backlog === 0),
    )
    expect(status).toMatchObject({ state: 'live', notices: [] })
  }
  // Each entry names the one before it.
  expect(
    await database.run(`select j.instance, j.n from switchboard.journal j join switchboard.journal p on p.instance = j.instance and p.n = j.n - 1
    where j.previous_id is distinct from coalesce(p.link, p.id)`),
  ).toEqual([])
})

test('a null stands for no version of a note and for no time', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const instance = await boss.team.putInstance({
    ...{ apiUrl: 'https://api.example.test', idInstance: '1101', family: 'v3', prefix: '/v3' },
    ...{ name: 'Shop', colour: 'teal', token: 'sealed', countsFrom: 0, answerTargetMs: 3_600_000 },
  })
  const id = randomUUID()
  await boss.team.putNote(instance, 'lena', { id, text: 'her size is 38', base: 0, at: 1, editedAt: null })
  const ines = await database.desk('Ines')
  const client = await connect(ines.address)
  for (const [which, base] of [
    [instance, null],
    [null, 1],
  ])
    await expect(
      client.query(`select switchboard.put_note($1, $2, 'lena', 'written over', $3, 1, 1, $4)`, [
        id,
        which,
        base,
        ines.id,
      ]),
    ).rejects.toThrow(/check_violation/)
  await client.query(`select switchboard.put_read_mark($1, 'lena', null, $2)`, [instance, ines.id])
  expect(await database.run('select text from switchboard.note')).toEqual([{ text: 'her size is 38' }])
  expect(await database.run('select from switchboard.read_mark')).toEqual([])
})

test('no login writes to a table, and only members read tokens', async () => {
  const database = await createTeamDatabase()
  for (const role of [undefined, 'viewer', 'member', 'administrator'] as const) {
    const { user } = await database.login(role)
    const written =
      await database.run(`select c.relname from pg_class c where c.relnamespace = 'switchboard'::regnamespace and c.relkind in ('r', 'p', 'S')
      and (has_table_privilege('${user}', c.oid, 'insert, update, delete, truncate, references, trigger')
        or (c.relkind <> 'S' and has_any_column_privilege('${user}', c.oid, 'insert, update, references')))`)
    expect(written, role).toEqual([])
    for (const [table, column] of [
      ['instance', 'token'],
      ['webhook', 'secret'],
    ]) {
      const [secret] = await database.run(
        `select has_column_privilege('${user}', 'switchboard.${table}', '${column}', 'select') as reads`,
      )
      expect(secret, `${role} ${table}`).toEqual({ reads: role === 'member' || role === 'administrator' })
    }
  }
})
