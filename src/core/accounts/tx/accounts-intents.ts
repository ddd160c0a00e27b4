import { operationNames } from '../../../api/operations.ts'
import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import type { Family, OperationName } from '../../../api/operations.ts'
import type { Prefix } from '../../../api/path.ts'
import type { OperationUses } from '../../../api/limits/rate-limiter.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { IdentityColour, InstanceMode, SyncProgress } from '../../../contract/instances.ts'
import { noteRecording, readSpans, writeSpans } from '../../messages/archive/rules/completeness.ts'
import { parkAll } from '../../messages/outbox/tx/wait-reasons.ts'
import { nextKey, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { isEverythingRecorded } from '../rules/notification-switches.ts'
import { historyProgressOf, forever } from '../rules/instance-row.ts'
import { eraseSome, markErased, recordRequestsErased } from './erase-some.ts'
import type { InstanceRow, UsedQuota } from '../rules/instance-row.ts'

interface Raw {
  readonly key: InstanceKey
  readonly id_instance: string
  readonly api_url: string
  readonly media_url: string
  readonly family: Family
  readonly prefix: Prefix
  readonly name: string
  readonly colour: IdentityColour
  readonly mode: InstanceMode
  readonly position: number
  readonly wid: string | null
  readonly own_id: string | null
  readonly settings_json: string | null
  readonly account_json: string | null
  readonly settings_at: number | null
  readonly account_at: number | null
  readonly avatar_ref: string | null
  readonly paused_at: number | null
  readonly muted_until: number | null
  readonly hide_content: number
  readonly tell_read: number
  readonly absent_operations_json: string
  readonly limits_json: string
  readonly clock_offset_ms: number
  readonly created_at: number
  readonly token_unbound: number
  readonly last_answer_at: number | null
  readonly last_received_at: number | null
  readonly first_synced_at: number | null
  readonly sync_json: string | null
  readonly quota_json: string | null
  readonly unread_chats: number
  readonly unread_messages: number
  readonly need_attention: number
  readonly open_accepted: number
}

/** What waits in muted chats asks for nobody: it is not counted. */
const waiting = `instance = instance.key and (unread > 0 or marked_unread = 1) and coalesce(muted_until, 0) <= :now`
const select = `
  select instance.*,
    (select received_at from journal where instance = instance.key order by key desc limit 1) as last_received_at,
    (select count(*) from chat where ${waiting}) as unread_chats,
    (select coalesce(sum(unread), 0) from chat where ${waiting}) as unread_messages,
    (select count(*) from outbox where instance = instance.key and needs_person = 1) as need_attention,
    (select count(*) from outbox where instance = instance.key and state = 'accepted' and wait_kind = 'held') as open_accepted
  from instance where detached_at is null`

export interface StoredUses {
  readonly at: number
  readonly instances: Readonly<Record<string, OperationUses>>
}
const usesSchema: z.ZodType<StoredUses> = z.object({
  at: z.number(),
  instances: z.record(
    z.string(),
    z.partialRecord(z.enum(operationNames), z.object({ requests: z.int().min(0), agoMs: z.number().min(0) })),
  ),
})
const factsSchema = z.record(z.string(), z.unknown())
const operationsSchema = z
  .array(z.string())
  .transform((names) => names.filter((name): name is OperationName => operationNames.some((known) => known === name)))
const quotaSchema: z.ZodType<UsedQuota> = z.object({
  operation: z.string(),
  text: z.string(),
  since: z.number(),
  saidAt: z.number(),
})
const syncSchema: z.ZodType<SyncProgress> = z.object({
  kind: z.enum(['firstSync', 'absence']),
  done: z.number(),
  total: z.number(),
  startedAt: z.number(),
  unchecked: z.array(z.object({ chat: z.custom<ChatKey>((key) => typeof key === 'number'), title: z.string() })),
  finishedAt: z.number().exactOptional(),
  stopped: z.boolean().exactOptional(),
  arriving: z.boolean().exactOptional(),
})

const toRow = (raw: Raw): InstanceRow => ({
  key: raw.key,
  idInstance: raw.id_instance,
  apiUrl: raw.api_url,
  mediaUrl: raw.media_url,
  family: raw.family,
  prefix: raw.prefix,
  name: raw.name,
  colour: raw.colour,
  mode: raw.mode,
  position: raw.position,
  wid: raw.wid,
  ownId: raw.own_id,
  avatarRef: raw.avatar_ref,
  pausedAt: raw.paused_at,
  mutedUntil: raw.muted_until === forever ? 'forever' : raw.muted_until,
  hideContent: raw.hide_content === 1,
  tellRead: raw.tell_read === 1,
  absentOperations: readStored(raw.absent_operations_json, operationsSchema, []),
  limits: readStored(raw.limits_json, z.record(z.string(), z.number()), {}),
  clockOffsetMs: raw.clock_offset_ms,
  createdAt: raw.created_at,
  hasUnboundToken: raw.token_unbound === 1,
  lastAnswerAt: raw.last_answer_at,
  lastReceivedAt: raw.last_received_at,
  firstSyncedAt: raw.first_synced_at,
  sync: readStored(raw.sync_json, syncSchema, null),
  settings: readStored(raw.settings_json, factsSchema, null),
  settingsAt: raw.settings_at,
  account: readStored(raw.account_json, factsSchema, null),
  accountAt: raw.account_at,
  historySyncProgress: historyProgressOf(readStored(raw.account_json, factsSchema, {})),
  quota: readStored(raw.quota_json, quotaSchema, null),
  unreadChats: raw.unread_chats,
  unreadMessages: raw.unread_messages,
  needAttention: raw.need_attention,
  openAccepted: raw.open_accepted,
})

const getRow = (tx: ReadTx, key: InstanceKey): InstanceRow => {
  const raw = tx.get<Raw>(`${select} and key = :key`, { now: tx.now, key })
  if (raw === undefined) throw new ContractError('notFound')
  return toRow(raw)
}

export interface AddAccount {
  readonly apiUrl: string
  readonly idInstance: string
  readonly family: Family
  readonly prefix: Prefix
  readonly name: string
  readonly colour: IdentityColour
  readonly mode: InstanceMode
}

export type AddedAccount =
  | { readonly kind: 'added' | 'reattached'; readonly instance: InstanceRow }
  | { readonly kind: 'exists'; readonly key: InstanceKey }

/** Only what is given is changed. */
export interface EditAccount {
  readonly key: InstanceKey
  readonly name?: string | undefined
  readonly colour?: IdentityColour | undefined
  readonly apiUrl?: string | undefined
  readonly mediaUrl?: string | undefined
  readonly family?: Family | undefined
  readonly prefix?: Prefix | undefined
  readonly mode?: InstanceMode | undefined
  readonly hideContent?: boolean | undefined
  readonly tellRead?: boolean | undefined
  readonly mutedUntil?: number | 'forever' | null | undefined
}

/** What the service told about an instance. Only what is given is changed. */
export interface LearnAccount {
  readonly key: InstanceKey
  readonly wid?: string | undefined
  readonly ownId?: string | undefined
  readonly prefix?: Prefix | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly account?: Readonly<Record<string, unknown>> | undefined
  readonly clockOffsetMs?: number | undefined
  readonly lastAnswerAt?: number | undefined
  readonly firstSyncedAt?: number | null | undefined
  readonly sync?: SyncProgress | null | undefined
  readonly avatarRef?: string | null | undefined
  readonly quota?: UsedQuota | null | undefined
  /** A phone was linked: it brings its history with it. */
  readonly isRelinked?: true
}

export interface AbsentOperation extends Pick<InstanceRow, 'key' | 'apiUrl' | 'family' | 'prefix'> {
  readonly operation: OperationName
}

type Columns = Readonly<Record<string, string | number | null | undefined>>

function update(tx: Tx, key: InstanceKey, columns: Columns): void {
  for (const [column, value] of Object.entries(columns)) {
    if (value !== undefined) tx.run(`update instance set ${column} = ? where key = ?`, [value, key])
  }
  tx.changed({ kind: 'instances', instance: key })
}

/**
 * The times in which journals lack messages, after settings were read or a phone was linked; undefined where nothing
 * changes.
 */
function unrecordedAfter(tx: Tx, { key, settings, isRelinked }: LearnAccount): string | undefined {
  const known = tx.get<{
    family: Family
    settings: string | null
    at: number | null
    offset: number
    unrecorded: string
  }>(
    `select family, settings_json as settings, settings_at as at, clock_offset_ms as offset, unrecorded_json as unrecorded
     from instance where key = ?`,
    [key],
  )
  if (known === undefined || known.family !== 'whatsapp') return undefined
  const before = readStored(known.settings, z.record(z.string(), z.unknown()), null)
  if (isRelinked) return isEverythingRecorded(settings ?? before) ? writeSpans([]) : undefined
  if (settings === undefined) return undefined
  const recordedAt = known.at !== null && isEverythingRecorded(before) ? known.at + known.offset : null
  const isRecorded = isEverythingRecorded(settings)
  return writeSpans(noteRecording(readSpans(known.unrecorded), { isRecorded, at: tx.now + known.offset, recordedAt }))
}

const json = (value: unknown) => (value === undefined ? undefined : value === null ? null : JSON.stringify(value))
const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
const muted = (value: number | 'forever' | null | undefined) => (value === 'forever' ? forever : value)

/** Which operations are missing is known of one address, family and form of the path. */
const forgetAbsent: Columns = { absent_operations_json: '[]' }

export const accountWrites = {
  /** Adds an instance, or takes a kept history of the same host and id back into use. */
  'accounts.add'(tx: Tx, input: AddAccount): AddedAccount {
    const there = tx.get<{ key: InstanceKey; detached_at: number | null }>(
      `select key, detached_at from instance where id_instance = :idInstance and (api_url = :apiUrl or (api_url = '' and detached_at is not null))
       order by api_url desc limit 1`,
      { idInstance: input.idInstance, apiUrl: input.apiUrl },
    )
    if (there !== undefined && there.detached_at === null) return { kind: 'exists', key: there.key }
    const place = tx.get<{ next: number }>(
      'select coalesce(max(position), -1) + 1 as next from instance where detached_at is null',
    )
    const values = { ...input, position: place?.next ?? 0, now: tx.now }
    if (there === undefined) {
      const { rowid } = tx.run(
        `insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
         values (${nextKey('instance')}, :idInstance, :apiUrl, :family, :prefix, :name, :colour, :mode, :position, :now)`,
        values,
      )
      const key = rowid as InstanceKey
      tx.changed({ kind: 'instances', instance: key })
      return { kind: 'added', instance: getRow(tx, key) }
    }
    const { idInstance: _, now: __, ...changed } = values
    tx.run(
      `update instance set api_url = :apiUrl, family = :family, prefix = :prefix, name = :name, colour = :colour, mode = :mode,
         position = :position, detached_at = null, paused_at = null, sync_json = null, first_synced_at = null,
         quota_json = null, absent_operations_json = '[]' where key = :key`,
      { ...changed, key: there.key },
    )
    tx.changed({ kind: 'instances', instance: there.key })
    tx.changed({ kind: 'chats', instance: there.key })
    return { kind: 'reattached', instance: getRow(tx, there.key) }
  },

  'accounts.edit'(tx: Tx, input: EditAccount): InstanceRow {
    const before = getRow(tx, input.key)
    if (input.apiUrl !== undefined && input.apiUrl !== before.apiUrl) {
      const other = tx.get<{ key: InstanceKey }>('select key from instance where id_instance = ? and api_url = ?', [
        before.idInstance,
        input.apiUrl,
      ])
      if (other !== undefined) throw new ContractError('instanceExists', { details: { instance: other.key } })
    }
    const changed = (name: 'apiUrl' | 'mediaUrl' | 'family' | 'prefix') =>
      input[name] !== undefined && input[name] !== before[name]
    update(tx, input.key, {
      ...(changed('apiUrl') || changed('mediaUrl') || changed('family') || changed('prefix') ? forgetAbsent : {}),
      name: input.name,
      colour: input.colour,
      api_url: input.apiUrl,
      media_url: input.mediaUrl,
      family: input.family,
      prefix: input.prefix,
      mode: input.mode,
      hide_content: flag(input.hideContent),
      tell_read: flag(input.tellRead),
      muted_until: muted(input.mutedUntil),
    })
    return getRow(tx, input.key)
  },

  'accounts.learn'(tx: Tx, input: LearnAccount): void {
    update(tx, input.key, {
      wid: input.wid,
      own_id: input.ownId,
      prefix: input.prefix,
      settings_json: json(input.settings),
      unrecorded_json: unrecordedAfter(tx, input),
      settings_at: input.settings === undefined ? undefined : tx.now,
      account_json: json(input.account),
      account_at: input.account === undefined ? undefined : tx.now,
      ...(input.prefix === undefined ? {} : forgetAbsent),
      clock_offset_ms: input.clockOffsetMs,
      last_answer_at: input.lastAnswerAt,
      first_synced_at: input.firstSyncedAt,
      sync_json: json(input.sync),
      avatar_ref: input.avatarRef,
      quota_json: json(input.quota),
      avatar_checked_at: input.avatarRef === undefined ? undefined : tx.now,
    })
  },

  /** The service lacks an operation; forgotten where the instance is asked otherwise by now. */
  'accounts.recordAbsent'(tx: Tx, input: AbsentOperation): void {
    const { absentOperations, apiUrl, family, prefix } = getRow(tx, input.key)
    if (apiUrl !== input.apiUrl || family !== input.family || prefix !== input.prefix) return
    if (absentOperations.includes(input.operation)) return
    update(tx, input.key, { absent_operations_json: JSON.stringify([...absentOperations, input.operation]) })
  },

  'accounts.setLimits'(
    tx: Tx,
    input: { readonly key: InstanceKey; readonly limits: Readonly<Record<string, number>> },
  ): void {
    update(tx, input.key, { limits_json: JSON.stringify(input.limits) })
  },

  'accounts.setPaused'(tx: Tx, input: { readonly key: InstanceKey; readonly paused: boolean }): InstanceRow {
    const row = getRow(tx, input.key)
    update(tx, input.key, { paused_at: input.paused ? (row.pausedAt ?? tx.now) : null })
    return getRow(tx, input.key)
  },

  /** The instance's token is bound to its address from here on. */
  'accounts.noteBound'(tx: Tx, input: { readonly key: InstanceKey }): void {
    update(tx, input.key, { token_unbound: 0 })
  },

  'accounts.reorder'(tx: Tx, input: { readonly order: readonly InstanceKey[] }): void {
    for (const [position, key] of input.order.entries())
      tx.run('update instance set position = ? where key = ?', [position, key])
    tx.changed({ kind: 'instances' })
  },

  /**
   * Takes the instance out of sight at once. With `erase` its history is removed in pieces afterwards, and gives up its
   * id at once: added again meanwhile, the instance begins with nothing instead of with what is left of it.
   */
  'accounts.detach'(tx: Tx, input: { readonly key: InstanceKey; readonly erase: boolean }): void {
    getRow(tx, input.key)
    tx.run('update instance set detached_at = ? where key = ?', [tx.now, input.key])
    parkAll(tx, input.key)
    if (input.erase) markErased(tx, input.key)
    tx.changed({ kind: 'instances' })
  },

  /** Requests that still count against the limits when the program ends: of each instance its operations. */
  'accounts.noteUses'(tx: Tx, input: { readonly uses: ReadonlyMap<InstanceKey, OperationUses> }): void {
    setMeta(tx, 'requestUses', JSON.stringify({ at: tx.now, instances: Object.fromEntries(input.uses) }))
  },

  'accounts.eraseSome': eraseSome,
  'accounts.recordRequestsErased': recordRequestsErased,
}

export const accountReads = {
  'accounts.list': (tx: ReadTx): readonly InstanceRow[] =>
    tx.all<Raw>(`${select} order by position, key`, { now: tx.now }).map(toRow),
  /** Those of the keys that are in use. */
  'accounts.some': (tx: ReadTx, input: { readonly keys: readonly InstanceKey[] }): readonly InstanceRow[] =>
    input.keys.flatMap((key) => tx.all<Raw>(`${select} and key = :key`, { now: tx.now, key }).map(toRow)),
  /** What the last run noted at its end, and when, epoch ms; null where it noted nothing. */
  'accounts.uses': (tx: ReadTx): StoredUses | null =>
    readStored(tx.get<{ value: string }>(`select value from meta where name = 'requestUses'`)?.value, usesSchema, null),
  'accounts.get': (tx: ReadTx, input: { readonly key: InstanceKey }): InstanceRow => getRow(tx, input.key),
}
