import { z } from 'zod'
import { ContractError } from '../../../../contract/errors.ts'
import type { ChatKey, InstanceKey, LabelKey, MessageKey, ProgramKey } from '../../../../contract/ids.ts'
import type {
  ProgramProtocol,
  ProgramPurpose,
  ProgramRight,
  ProgramScope,
  ProgramSendLimits,
  ProgramState,
  ProgramTrouble,
  WebhookSettings,
} from '../../../../contract/programs.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import { nextKey } from '../../../store/sql.ts'
import type { ReadTx, SqlValue, Tx } from '../../../store/tx.ts'
import { checkProgramName, mostPrograms, usualLimits } from '../rules/program-identity.ts'

/** Messages that programs sent and that have not left, without those that a person sent on or gave a time: SQL. */
export const heldMessages = `select o.message from outbox o indexed by outbox_program cross join message m on m.key = o.message
  where o.instance in (select key from instance where detached_at is null) and o.state = 'queued' and o.program is not null
    and o.released_at is null and o.parked = 0 and o.due_at is null and m.hidden_at is null`

/** Call it after a program's state or rights changed: what waits of it may be held, or no more. */
export function announceWaiting(tx: Tx, key: ProgramKey): void {
  const waiting = tx.all<{ instance: InstanceKey; chat: ChatKey; message: MessageKey }>(
    `select instance, chat, message from outbox where program = ? and state = 'queued'`,
    [key],
  )
  for (const { message, ...place } of waiting) tx.changed({ kind: 'messages', ...place, messages: [message] })
}

/** A webhook of the team as this desk has it. */
export interface TeamProgram {
  /** Its UUID, as all desks call it. */
  readonly id: string
  readonly version: number
  readonly n: number
  readonly round: number
  /** Names the secret that the team has now. */
  readonly secretId: string
  /** Names the secret that this desk has; null: it could not open any yet. */
  readonly heldSecret: string | null
  /** Labels as all desks know them (label.name_key); null: every chat. */
  readonly labels: readonly string[] | null
  readonly instances: readonly { readonly apiUrl: string; readonly idInstance: string }[] | null
}

/** A program that all desks of the team admit under one key, as this desk has it. */
export interface KeyedProgram extends Pick<TeamProgram, 'labels' | 'instances'> {
  /** Its UUID, as all desks call it. */
  readonly id: string
  /** 0: the team's database lacks it. */
  readonly version: number
}

/** A program as the store has it. Times are epoch ms. */
export interface Program {
  readonly key: ProgramKey
  readonly id: string
  readonly name: string
  readonly purpose: ProgramPurpose
  readonly protocol: ProgramProtocol
  readonly state: ProgramState
  readonly stateSince: number
  readonly createdAt: number
  readonly keyHash: string | null
  readonly keyExpiresAt: number | null
  readonly scope: ProgramScope
  readonly rights: readonly ProgramRight[]
  readonly sendLimits: ProgramSendLimits
  readonly writesFirst: boolean
  /** Where it begins with an instance that it has read nothing of. */
  readonly startsAfter: number
  /** Counts how often a person began again at another place. */
  readonly round: number
  readonly readWhenWritten: boolean
  readonly webhook: WebhookSettings | null
  /** Failures of its endpoint since the last success. */
  readonly failures: number
  readonly nextProbeAt: number | null
  readonly lastContactAt: number | null
  readonly trouble: ProgramTrouble | null
  /** Null: it is no webhook of the team. */
  readonly team: TeamProgram | null
  /** Null: its key is this desk's. */
  readonly keyed: KeyedProgram | null
}

/** Fields whose columns have other values. */
type Decoded =
  | 'scope'
  | 'rights'
  | 'sendLimits'
  | 'writesFirst'
  | 'readWhenWritten'
  | 'webhook'
  | 'trouble'
  | 'team'
  | 'keyed'

type JsonColumn = 'instances' | 'kinds' | 'labels' | 'limits' | 'webhook' | 'trouble' | 'team'

interface Columns extends Omit<Program, Decoded>, Readonly<Record<JsonColumn, string | null>> {
  readonly groups: number
  readonly rights: string
  readonly writesFirst: number
  readonly readWhenWritten: number
  readonly teamId: string | null
}

const programSelect = `select key, id, name, purpose, protocol, state, state_since as stateSince, created_at as createdAt,
  key_hash as keyHash, key_expires_at as keyExpiresAt, starts_after as startsAfter, round, failures,
  next_probe_at as nextProbeAt, last_contact_at as lastContactAt, instances_json as instances, kinds_json as kinds,
  labels_json as labels, groups, rights, limits_json as limits, writes_first as writesFirst,
  read_when_written as readWhenWritten, webhook_json as webhook, trouble_json as trouble, team_id as teamId,
  team_json as team from program`

const storedLimits = z.object({ minute: z.number(), hour: z.number(), day: z.number() })

const numbers = z.array(z.number())
const storedWebhook = z.object({
  url: z.string(),
  allowPrivate: z.boolean(),
  inFlight: z.number(),
  timeoutMs: z.number(),
})
export const storedTrouble = z.custom<ProgramTrouble>((value) => typeof value === 'object' && value !== null)

const storedTeam = z.object({
  id: z.string(),
  version: z.number(),
  n: z.number(),
  round: z.number(),
  secretId: z.string(),
  heldSecret: z.string().nullable(),
  labels: z.array(z.string()).nullable(),
  instances: z.array(z.object({ apiUrl: z.string(), idInstance: z.string() })).nullable(),
})

const storedKeyed = storedTeam.pick({ id: true, version: true, labels: true, instances: true })

/** A list that a changed letter on the disk made unreadable gives a program nothing rather than everything. */
const listOf = <Item>(json: string | null, schema: z.ZodType<Item[]>): readonly Item[] | null =>
  json === null ? null : readStored(json, schema, [])

/** The part of its scope that each desk has under keys of its own: of the instances that the team shares. */
const teamScope = (tx: ReadTx, { instances, labels }: Pick<TeamProgram, 'instances' | 'labels'>) => ({
  instances: tx
    .all<{ key: InstanceKey }>(
      `select i.key from team_instance cross join instance i on i.key = team_instance.instance
       where :wanted is null or exists (select 1 from json_each(:wanted) w
         where w.value ->> 'apiUrl' = i.api_url and w.value ->> 'idInstance' = i.id_instance)
       order by team_instance.instance`,
      { wanted: json(instances) },
    )
    .map(({ key }) => key),
  labels:
    labels === null
      ? null
      : tx
          .all<{ key: LabelKey }>('select key from label where name_key in (select value from json_each(?))', [
            JSON.stringify(labels),
          ])
          .map(({ key }) => key),
})

const toProgram = (tx: ReadTx, row: Columns): Program => {
  const own = programOf(row)
  if (row.teamId === null) return own
  const unreadable = unreadableTeam(row.teamId)
  const team = row.protocol === 'webhook' ? readStored(row.team, storedTeam, unreadable) : null
  const keyed = team === null ? readStored(row.team, storedKeyed, unreadable) : null
  return { ...own, team, keyed, scope: { ...own.scope, ...teamScope(tx, team ?? keyed ?? unreadable) } }
}

/** Stands for a row that damage made unreadable: the team's version replaces it. */
const unreadableTeam = (id: string): TeamProgram => ({
  ...{ id, version: 0, n: 0, round: 0, secretId: '', heldSecret: null },
  labels: [],
  instances: [],
})

function programOf(row: Columns): Program {
  const { instances, kinds, labels, groups, limits, teamId: _, ...plain } = row
  return {
    ...plain,
    scope: {
      instances: listOf(instances, numbers) as InstanceKey[] | null,
      kinds: listOf(kinds, z.array(z.string())) as string[] | null,
      labels: listOf(labels, numbers) as ProgramScope['labels'],
      groups: groups === 1,
    },
    rights: row.rights.split(' ').filter((right) => right !== '') as ProgramRight[],
    sendLimits: readStored(limits, storedLimits, usualLimits),
    writesFirst: row.writesFirst === 1,
    readWhenWritten: row.readWhenWritten === 1,
    webhook: readStored(row.webhook, storedWebhook, null),
    trouble: readStored(row.trouble, storedTrouble, null),
    team: null,
    keyed: null,
  }
}

export const listPrograms = (tx: ReadTx): readonly Program[] =>
  tx.all<Columns>(`${programSelect} order by name_key`).map((row) => toProgram(tx, row))

export const programByKey = (tx: ReadTx, key: ProgramKey): Program | undefined => {
  const row = tx.get<Columns>(`${programSelect} where key = ?`, [key])
  return row === undefined ? undefined : toProgram(tx, row)
}

/** Throws ContractError notFound. */
export function requireProgram(tx: ReadTx, key: ProgramKey): Program {
  const program = programByKey(tx, key)
  if (program === undefined) throw new ContractError('notFound')
  return program
}

export const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** Two programs may have one name, where one of them is the team's. */
export const nameKeyOf = (name: string, team: string): string => `${name.normalize('NFKC').toLowerCase()}\n${team}`

export const rightsText = (rights: readonly ProgramRight[]): string => [...new Set(rights)].join(' ')

const scopeColumns = ({ instances, kinds, labels, groups }: ProgramScope) => ({
  instances_json: json(instances),
  kinds_json: json(kinds),
  labels_json: json(labels),
  groups: groups ? 1 : 0,
})

type Optional<Type> = { readonly [Field in keyof Type]?: Type[Field] | undefined }

export interface NewProgram
  extends
    Pick<Program, 'id' | 'name' | 'purpose' | 'protocol' | 'keyHash' | 'keyExpiresAt' | 'scope' | 'readWhenWritten'>,
    Pick<Program, 'webhook' | 'startsAfter'>,
    Optional<Pick<Program, 'rights' | 'sendLimits' | 'writesFirst'>> {}

export function addProgram(tx: Tx, given: NewProgram): ProgramKey {
  const { name, nameKey } = checkProgramName(given.name)
  if (tx.get('select 1 from program where name_key = ?', [nameKey]) !== undefined)
    throw new ContractError('programNameTaken')
  const { count } = tx.get<{ count: number }>('select count(*) as count from program where team_id is null') ?? {
    count: 0,
  }
  if (count >= mostPrograms) throw new ContractError('programTooMany', { details: { limit: mostPrograms } })
  tx.changed({ kind: 'programs' })
  const { rowid } = tx.run(
    `insert into program (key, id, name, name_key, purpose, protocol, state_since, created_at, key_hash, key_expires_at,
       instances_json, kinds_json, labels_json, groups, rights, limits_json, writes_first, starts_after, read_when_written,
       webhook_json)
     values (${nextKey('program')}, :id, :name, :nameKey, :purpose, :protocol, :now, :now, :keyHash, :keyExpiresAt,
       :instances_json, :kinds_json, :labels_json, :groups, :rights, :limits, :writesFirst, :startsAfter, :readWhenWritten,
       :webhook)`,
    {
      ...scopeColumns(given.scope),
      id: given.id,
      name,
      nameKey,
      purpose: given.purpose,
      protocol: given.protocol,
      now: tx.now,
      keyHash: given.keyHash,
      keyExpiresAt: given.keyExpiresAt,
      rights: rightsText(given.rights ?? ['see']),
      limits: json(given.sendLimits),
      writesFirst: given.writesFirst === true,
      startsAfter: given.startsAfter,
      readWhenWritten: given.readWhenWritten,
      webhook: json(given.webhook),
    },
  )
  return rowid as ProgramKey
}

export interface ProgramChange extends Optional<
  Pick<Program, 'name' | 'scope' | 'rights' | 'sendLimits' | 'writesFirst' | 'keyExpiresAt' | 'readWhenWritten'>
> {
  readonly webhook?: WebhookSettings | undefined
  readonly keyHash?: string | undefined
}

type ChangedColumn =
  | 'rights'
  | 'limits_json'
  | 'writes_first'
  | 'webhook_json'
  | 'key_expires_at'
  | 'key_hash'
  | 'read_when_written'

export function changeProgram(tx: Tx, key: ProgramKey, change: ProgramChange): void {
  requireProgram(tx, key)
  if (change.name !== undefined) {
    const { name, nameKey } = checkProgramName(change.name)
    if (tx.get('select 1 from program where name_key = ? and key <> ?', [nameKey, key]) !== undefined)
      throw new ContractError('programNameTaken')
    tx.run('update program set name = ?, name_key = ? where key = ?', [name, nameKey, key])
  }
  if (change.scope !== undefined) {
    tx.run(
      `update program set instances_json = :instances_json, kinds_json = :kinds_json, labels_json = :labels_json, groups = :groups
       where key = :key`,
      { ...scopeColumns(change.scope), key },
    )
  }
  const set = (column: ChangedColumn, value: SqlValue) =>
    tx.run(`update program set ${column} = ? where key = ?`, [value, key])
  if (change.rights !== undefined) {
    set('rights', rightsText(change.rights))
    announceWaiting(tx, key)
  }
  if (change.sendLimits !== undefined) set('limits_json', json(change.sendLimits))
  if (change.writesFirst !== undefined) set('writes_first', change.writesFirst)
  if (change.webhook !== undefined) set('webhook_json', json(change.webhook))
  if (change.keyExpiresAt !== undefined) set('key_expires_at', change.keyExpiresAt)
  if (change.keyHash !== undefined)
    tx.run('update program set key_hash = ?, last_contact_at = null where key = ?', [change.keyHash, key])
  if (change.readWhenWritten !== undefined) set('read_when_written', change.readWhenWritten)
  tx.changed({ kind: 'programs', program: key })
}

/** Their waiting messages need a person to send them from now on. */
export function removePrograms(tx: Tx, programs: readonly ProgramKey[]): void {
  for (const key of programs) {
    tx.run('delete from program where key = ?', [key])
    announceWaiting(tx, key)
  }
  if (programs.length > 0) tx.changed({ kind: 'programs' })
}

/** Of programs of the team, by the ids that all desks know them by. */
export const keysOfTeam = (tx: ReadTx, ids: readonly string[]): readonly ProgramKey[] =>
  tx
    .all<{ key: ProgramKey }>('select key from program where team_id in (select value from json_each(?))', [
      JSON.stringify(ids),
    ])
    .map(({ key }) => key)

/** Resuming forgets what failed: the endpoint is tried at once. */
export function setProgramState(tx: Tx, key: ProgramKey, state: ProgramState): void {
  requireProgram(tx, key)
  tx.run(`update program set state = :state, state_since = :now, failures = 0, next_probe_at = null where key = :key`, {
    state,
    now: tx.now,
    key,
  })
  if (state === 'active')
    tx.run(`update program_delivery set next_try_at = ? where program = ? and state = 'retrying'`, [tx.now, key])
  tx.changed({ kind: 'programs', program: key })
  announceWaiting(tx, key)
}

/**
 * A program called with its key, or took an event. `at`: epoch ms; `keyHash`: of the key that it had then, so that what
 * came with an old key is no contact with the new one.
 */
export function recordContact(
  tx: Tx,
  given: { readonly program: ProgramKey; readonly keyHash: string | null; readonly at: number },
): void {
  tx.run('update program set last_contact_at = :at where key = :program and key_hash is :keyHash', given)
}

export function recordTrouble(
  tx: Tx,
  { program, trouble }: { readonly program: ProgramKey; readonly trouble: ProgramTrouble },
): void {
  tx.run('update program set trouble_json = ? where key = ?', [JSON.stringify(trouble), program])
}
