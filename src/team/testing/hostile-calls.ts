import { randomUUID } from 'node:crypto'
import { mutateBody } from '../../core/testing/mutate.ts'

/** A function of the schema, as the database describes it. */
export interface SchemaFunction {
  /** For example `take_lease(bigint,uuid)`. */
  readonly signature: string
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
}

/** Every function that is there, whoever may call it. */
export const functionsQuery = `
  select replace(p.oid::regprocedure::text, 'switchboard.', '') as signature, p.proname as name,
    (select coalesce(json_agg(json_build_object('name', coalesce(p.proargnames[i], ''), 'type', p.proargtypes[i - 1]::regtype::text)
      order by i), '[]')
     from generate_series(1, p.pronargs) i) as parameters
  from pg_catalog.pg_proc p where p.pronamespace = 'switchboard'::regnamespace order by 1`

/** Values that mean something to this database: with random ones alone no call would get far. */
export interface KnownValues {
  readonly instances: readonly string[]
  /** Desks of the caller that are in the team. */
  readonly ownDesks: readonly string[]
  readonly otherDesks: readonly string[]
  /** Leases that the caller holds. */
  readonly held: readonly { readonly instance: string; readonly epoch: string }[]
  /** The caller's own first. */
  readonly sends: readonly string[]
  readonly notes: readonly string[]
  readonly entries: readonly string[]
  readonly webhooks: readonly string[]
  /** Entries with their numbers, newest first. */
  readonly places: readonly { readonly n: string; readonly id: string }[]
  readonly chats: readonly string[]
  readonly addresses: readonly string[]
  /** Bodies of notifications, as JSON. */
  readonly bodies: readonly string[]
}

/** Reads KnownValues; `$1` is the caller's login. */
export const knownValuesQuery = `
  with own as (select id from switchboard.member where login = $1)
  select
    (select coalesce(json_agg(id::text), '[]') from (select id from switchboard.instance order by id limit 3) i) as instances,
    (select coalesce(json_agg(id), '[]') from own) as "ownDesks",
    (select coalesce(json_agg(id), '[]') from switchboard.member where login <> $1) as "otherDesks",
    (select coalesce(json_agg(json_build_object('instance', instance::text, 'epoch', epoch::text)), '[]')
     from switchboard.lease where holder in (select id from own)) as held,
    (select coalesce(json_agg(id), '[]') from (
      select id from switchboard.send order by (desk in (select id from own)) desc, changed_at desc limit 12) s) as sends,
    (select coalesce(json_agg(id), '[]') from (select id from switchboard.note order by n desc limit 5) s) as notes,
    (select coalesce(json_agg(id), '[]') from (select id from switchboard.journal where id is not null order by at desc limit 10) j) as entries,
    (select coalesce(json_agg(id), '[]') from (select id from switchboard.webhook order by n limit 3) w) as webhooks,
    (select coalesce(json_agg(json_build_object('n', n::text, 'id', id)), '[]') from (
      select n, id from switchboard.journal where id is not null order by n desc limit 5) p) as places,
    (select coalesce(json_agg(chat_id), '[]') from (
      select distinct chat_id from switchboard.read_mark order by 1 limit 3) c) as chats,
    (select coalesce(json_agg(api_url), '[]') from (select api_url from switchboard.instance order by id limit 3) i) as addresses,
    (select coalesce(json_agg(raw), '[]') from (select raw from switchboard.journal where kind = 'notification' order by at limit 3) j) as bodies`

/** Text of a call whose arguments are parameters. */
export function callText({ name, parameters }: SchemaFunction): string {
  const values = parameters.map(({ type }, index) =>
    type.startsWith('switchboard.')
      ? `jsonb_populate_record(null::${type}, $${index + 1}::jsonb)`
      : `$${index + 1}::${type}`,
  )
  return `select switchboard.${name}(${values.join(', ')})`
}

type Random = () => number
const pick = <Value>(list: readonly Value[], random: Random): Value | null =>
  list[Math.floor(random() * list.length)] ?? null

const numbers = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740993',
  '1700000000000',
  '8640000000000001',
]
const integers = ['0', '1', '2', '3', '60', '-1', '1200', '2147483647', '-2147483648']
const texts = [
  '',
  ' ',
  'a text',
  '\0',
  '\\u0000',
  '"\\u0000"',
  '{}',
  '[]',
  'null',
  '{"chatId":"79990001122@c.us","doneUntil":9223372036854775807,"assignee":1}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  "'; drop schema switchboard cascade; --",
  '$1',
  '\u202E\u2028\uFEFF',
  '💥'.repeat(200),
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(300_000),
  '../../etc/passwd',
  '__proto__',
]
const chatIds = [
  '79990001122@c.us',
  '120363000000000000@g.us',
  '12345@lid',
  '-5',
  '',
  ' ',
  '\n',
  '@',
  '💥'.repeat(100),
  'x'.repeat(200),
  '__proto__',
]
const states = [
  'queued',
  'sending',
  'accepted',
  'failed',
  'uncertain',
  'cancelled',
  'dismissed',
  'open',
  'reading',
  'writing',
  '',
]
const families = ['v3', 'v2', 'other', '']

/** How a call is made up. */
interface Aim {
  readonly known: KnownValues
  readonly random: Random
  /** The share of arguments that mean something. */
  readonly share: number
  readonly functionName: string
  /** The instance that the call is about, and the epoch of its lease where the caller holds it. */
  readonly instance: string | null
  readonly epoch: string | null
}

/** Earlier calls may have left bodies that are no JSON. */
function mutated(body: string, random: Random): string {
  try {
    return mutateBody(JSON.parse(body), random)
  } catch {
    return body
  }
}

function textFor(name: string, { known, random, share }: Aim): string | null {
  const named: Readonly<Record<string, readonly (string | null)[]>> = {
    its_chat_id: random() < 0.5 ? ['79990001122@c.us', ...known.chats] : chatIds,
    its_state: states,
    its_what: ['reading', 'writing'],
    its_url: [...known.addresses, 'https://other.example.test'],
    its_id: ['1101'],
    its_family: families,
    its_prefix: ['', '/v3'],
    its_colour: ['teal'],
    its_hash: ['h'],
    its_receipt_id: ['1'],
    its_token: ['sealed'],
    its_text: ['a note', 'another note', null],
    its_id_message: ['ABC', null],
    its_operation: ['sendMessage', 'sendFileByUrl', 'sendPoll'],
    its_name: ['Ines', 'Shop'],
    its_raw: known.bodies,
    its_settings: ['{"kinds":null}', '{}', '[]', 'no json', null],
    its_secret: ['sealed', null],
    its_check: ['a check value', null],
    its_trouble: ['{}'],
    its_request: ['{"message":"an answer"}', '{}', 'no json'],
    desk_and_run: [...known.ownDesks, ...known.otherDesks].map((desk) => `${desk} ${randomUUID()}`),
  }
  const body = pick(known.bodies, random)
  if (name === 'its_raw' && body !== null && random() < 0.4) return mutated(body, random)
  return pick(random() < share && named[name] !== undefined ? named[name] : texts, random)
}

const webhookFunctions = [
  'put_webhook',
  'set_webhook_state',
  'seek_webhook',
  'ask_letters',
  'advance_cursor',
  'settle_letter',
  'note_webhook',
]

function uuidFor(name: string, { known, random, share, functionName }: Aim): string | null {
  const means = random() < share
  if (['by_desk', 'desk', 'seen', 'its_assignee', 'next_desk'].includes(name)) {
    if (means) return pick(known.ownDesks, random)
    return random() < 0.6 ? pick(known.otherDesks, random) : randomUUID()
  }
  const entered: Readonly<Record<string, readonly string[]>> = {
    put_note: known.notes,
    enter_again: known.entries,
    ...Object.fromEntries(webhookFunctions.map((one) => [one, known.webhooks])),
  }
  if (means && (name === 'its_link' || name === 'its_entry')) return pick(known.places, random)?.id ?? null
  // What is there is changed by half of the calls.
  if (means && random() < 0.6) return pick(entered[functionName] ?? known.sends, random)
  return random() < 0.9 ? randomUUID() : '00000000-0000-0000-0000-000000000000'
}

function numberFor(name: string, { known, random, share, instance, epoch }: Aim): string | null {
  const means = random() < share
  if (means && name === 'which') return instance
  if (means && name === 'its_epoch' && epoch !== null) return epoch
  if (means && name === 'from_n') return '0'
  if (means && name === 'to_n') return pick(known.places, random)?.n ?? null
  if (means && ['base', 'its_attempt'].includes(name)) return pick(['0', '1', '1'], random)
  if (means && name === 'until') return String(1_700_000_000_000 + Math.floor(random() * 1e9))
  return pick(numbers, random)
}

function jsonFor(type: string, name: string, aim: Aim): string {
  const { known, random, share } = aim
  const means = random() < share
  const draw = random()
  if (!means && draw < 0.5)
    return pick(['null', '1', '"x"', '{}', '[[]]', '[null]', '[1, "two", {}]'], random) ?? 'null'
  if (!means && draw < 0.6)
    return JSON.stringify(Array.from({ length: 3000 }, () => ({ chatId: 'x', key: 'x', name: 'x', hue: 1, on: true })))
  const several = (make: () => unknown) => JSON.stringify(Array.from({ length: 1 + Math.floor(random() * 2) }, make))
  if (name === 'labels')
    return several(() => ({
      chatId: textFor('its_chat_id', aim)?.replaceAll('\0', ''),
      key: pick(means ? ['urgent', 'vip'] : ['', null], random),
      name: pick(means ? ['Urgent', 'VIP'] : ['', '\n', 'x'.repeat(33), null], random),
      hue: pick(means ? [1, 6] : [0, -1, 2 ** 31, null, 1.5], random),
      on: pick<unknown>(means ? [true, false] : [null, 'x'], random),
    }))
  if (name === 'leases')
    return several(() => ({
      instance: Number(numberFor('which', aim)),
      epoch: Number(numberFor('its_epoch', aim)),
      deleted_n: pick([...numbers.map(Number), null], random),
      idle: pick([true, false, null], random),
    }))
  if (name === 'letters')
    return several(() => ({
      n: Number(pick(means ? known.places.map(({ n }) => n) : numbers, random)),
      entry: pick(means ? known.places.map(({ id }) => id) : [randomUUID(), null], random),
      tries: pick([1, 6, null], random),
      first_failed_at: pick([1_700_000_000_000, null], random),
      trouble: pick(['{}', 'x'.repeat(20_000), null], random),
    }))
  // A row of a table.
  return JSON.stringify({
    id: randomUUID(),
    instance: Number(pick(known.instances, random)),
    chat_id: 'x',
    text: 'x',
    n: 1,
    version: 1,
    type,
  })
}

/**
 * Arguments for a call, in the order of the parameters: null, bounds, nonsense, and what the function may well be
 * called with. Half of the calls have hardly anything but the last.
 */
export function hostileArguments(
  { name: functionName, parameters }: SchemaFunction,
  known: KnownValues,
  random: Random,
): readonly (string | readonly string[] | null)[] {
  const isAimed = random() < 0.5
  const held = random() < 0.7 ? pick(known.held, random) : null
  const instance = held?.instance ?? pick(known.instances, random)
  const aim: Aim = { known, random, share: isAimed ? 0.97 : 0.6, functionName, instance, epoch: held?.epoch ?? null }
  return parameters.map(({ name, type }) => {
    if (!isAimed && random() < 0.08) return null
    if (type === 'uuid') return uuidFor(name, aim)
    if (type === 'uuid[]') return [...known.sends, ...known.entries].filter(() => random() < 0.2)
    if (type === 'bigint' || name === 'its_attempt') return numberFor(name, aim)
    if (type === 'integer') return pick(integers, random)
    if (type === 'boolean') return String(random() < 0.5)
    if (type === 'text') return textFor(name, aim)
    return jsonFor(type, name, aim)
  })
}
