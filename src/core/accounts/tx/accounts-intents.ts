import type { StoreOf } from '../../store/store.ts'
import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import type { Family, OperationName } from '../../../api/operations.ts'
import type { Prefix } from '../../../api/path.ts'
import type { OperationUses } from '../../../api/limits/rate-limiter.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { IdentityColour, InstanceMode, Plan, SyncProgress } from '../../../contract/instances.ts'
import { unrecordedAfter, readSpans, writeSpans } from '../../messages/archive/rules/completeness.ts'
import { setAnswerTarget } from '../../messages/archive/tx/chat-row.ts'
import { refreshFrom } from '../../messages/archive/tx/chat-summary.ts'
import { parkAll } from '../../messages/outbox/tx/wait-reasons.ts'
import { nextKey, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { isEverythingRecorded } from '../rules/notification-switches.ts'
import { addressOf, forever, type InstanceRow, type UsedQuota } from '../rules/instance-row.ts'
import { callUseSchema, noCalls, type CallUse } from '../rules/call-use.ts'
import { readInstance, readInstances, readSomeInstances } from './read-instance.ts'
import { markErased } from '../../erasing/tx/erase-some.ts'

export interface StoredUses {
  readonly at: number
  readonly instances: Readonly<Record<string, OperationUses>>
}
const usesSchema: z.ZodType<StoredUses> = z.object({
  at: z.number(),
  instances: z.record(
    z.string(),
    z.record(z.string(), z.object({ requests: z.int().min(0), agoMs: z.number().min(0) })),
  ),
})
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

/** Fields that are absent stay unchanged. */
export interface EditAccount {
  readonly key: InstanceKey
  /** The person entered the address, so the vault's token may follow it. */
  readonly movesToken?: boolean
  readonly name?: string | undefined
  readonly colour?: IdentityColour | undefined
  readonly apiUrl?: string | undefined
  readonly mediaUrl?: string | undefined
  readonly family?: Family | undefined
  readonly prefix?: Prefix | undefined
  readonly mode?: InstanceMode | undefined
  readonly hideContent?: boolean | undefined
  readonly sendsReadReceipts?: boolean | undefined
  readonly answerTargetMs?: number | undefined
  /** {@link InstanceRow.countsFrom}. */
  readonly countsFrom?: number | undefined
  readonly folder?: string | undefined
  readonly plan?: Plan | null | undefined
  readonly mutedUntil?: number | 'forever' | null | undefined
}

/** Facts that the service reported about an instance. Absent fields stay unchanged. */
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
  /** True: a phone was linked, which brings its history. */
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
 * The spans in which journals lack messages, after settings were read or a phone was linked; undefined: unchanged.
 */
function unrecordedJson(tx: Tx, { key, settings, isRelinked }: LearnAccount): string | undefined {
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
  return writeSpans(unrecordedAfter(readSpans(known.unrecorded), { isRecorded, at: tx.now + known.offset, recordedAt }))
}

const json = (value: unknown) => (value === undefined ? undefined : value === null ? null : JSON.stringify(value))
const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
const muted = (value: number | 'forever' | null | undefined) => (value === 'forever' ? forever : value)

/** Which operations are missing is known of one address, family and form of the path. */
const forgetAbsent: Columns = { absent_operations_json: '{}' }

/** Ends mutes whose time has come. Answers how many. */
export const endInstanceMutes = (tx: Tx): number =>
  tx.run('update instance set muted_until = null where muted_until <= ?', [tx.now]).changes

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
      return { kind: 'added', instance: readInstance(tx, key) }
    }
    const { idInstance: _, now: __, ...changed } = values
    tx.run(
      `update instance set api_url = :apiUrl, family = :family, prefix = :prefix, name = :name, colour = :colour, mode = :mode,
         position = :position, detached_at = null, paused_at = null, sync_json = null, first_synced_at = null,
         quota_json = null, absent_operations_json = '{}' where key = :key`,
      { ...changed, key: there.key },
    )
    tx.changed({ kind: 'instances', instance: there.key })
    tx.changed({ kind: 'chats', instance: there.key })
    return { kind: 'reattached', instance: readInstance(tx, there.key) }
  },

  'accounts.edit'(tx: Tx, input: EditAccount): InstanceRow {
    const before = readInstance(tx, input.key)
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
      ...(input.movesToken === true && (changed('apiUrl') || changed('mediaUrl'))
        ? { token_from_json: JSON.stringify(before.tokenFrom ?? addressOf(before)) }
        : {}),
      api_url: input.apiUrl,
      media_url: input.mediaUrl,
      family: input.family,
      prefix: input.prefix,
      mode: input.mode,
      hide_content: flag(input.hideContent),
      sends_read_receipts: flag(input.sendsReadReceipts),
      answer_target_ms: input.answerTargetMs,
      counts_from: input.countsFrom,
      folder: input.folder,
      plan: input.plan,
      muted_until: muted(input.mutedUntil),
    })
    if (input.answerTargetMs !== undefined && input.answerTargetMs !== before.answerTargetMs) {
      setAnswerTarget(tx, input.key, input.answerTargetMs)
      tx.changed({ kind: 'chats', instance: input.key })
    }
    if (input.countsFrom !== undefined && input.countsFrom !== before.countsFrom) {
      refreshFrom(tx, input.key, Math.min(input.countsFrom, before.countsFrom))
      tx.changed({ kind: 'chats', instance: input.key })
    }
    return readInstance(tx, input.key)
  },

  'accounts.learn'(tx: Tx, input: LearnAccount): void {
    update(tx, input.key, {
      wid: input.wid,
      own_id: input.ownId,
      prefix: input.prefix,
      settings_json: json(input.settings),
      unrecorded_json: unrecordedJson(tx, input),
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
    const { absentOperations, apiUrl, family, prefix } = readInstance(tx, input.key)
    if (apiUrl !== input.apiUrl || family !== input.family || prefix !== input.prefix) return
    const known = { ...absentOperations, [input.operation]: tx.now }
    update(tx, input.key, { absent_operations_json: JSON.stringify(known) })
  },

  'accounts.setLimits'(
    tx: Tx,
    input: { readonly key: InstanceKey; readonly limits: Readonly<Record<string, number>> },
  ): void {
    update(tx, input.key, { limits_json: JSON.stringify(input.limits) })
  },

  'accounts.setPaused'(tx: Tx, input: { readonly key: InstanceKey; readonly paused: boolean }): InstanceRow {
    const row = readInstance(tx, input.key)
    update(tx, input.key, { paused_at: input.paused ? (row.pausedAt ?? tx.now) : null })
    return readInstance(tx, input.key)
  },

  /** The token is where its instance's address says, and nowhere else. */
  'accounts.recordMoved'(tx: Tx, input: { readonly key: InstanceKey }): void {
    update(tx, input.key, { token_from_json: null })
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
    readInstance(tx, input.key)
    tx.run('update instance set detached_at = ? where key = ?', [tx.now, input.key])
    parkAll(tx, input.key)
    if (input.erase) markErased(tx, input.key)
    tx.changed({ kind: 'instances' })
  },

  /** Requests that still count against the limits when the program ends: of each instance its operations. */
  'accounts.storeUses'(tx: Tx, input: { readonly uses: ReadonlyMap<InstanceKey, OperationUses> }): void {
    setMeta(tx, 'requestUses', JSON.stringify({ at: tx.now, instances: Object.fromEntries(input.uses) }))
  },

  /** Stores this month's calls for the next run. */
  'accounts.storeCalls'(tx: Tx, input: { readonly key: InstanceKey; readonly use: CallUse }): void {
    tx.run('update instance set calls_json = ? where key = ?', [JSON.stringify(input.use), input.key])
  },
}

export const accountReads = {
  'accounts.list': readInstances,
  'accounts.some': (tx: ReadTx, input: { readonly keys: readonly InstanceKey[] }): readonly InstanceRow[] =>
    readSomeInstances(tx, input.keys),
  /** Uses that the last run stored at its end, with their time, epoch ms; null if it stored none. */
  'accounts.uses': (tx: ReadTx): StoredUses | null =>
    readStored(tx.get<{ value: string }>(`select value from meta where name = 'requestUses'`)?.value, usesSchema, null),
  /** Calls of earlier runs in this month and the months before. */
  'accounts.calls': (tx: ReadTx, input: { readonly key: InstanceKey }): CallUse =>
    readStored(
      tx.get<{ calls: string }>('select calls_json as calls from instance where key = ?', [input.key])?.calls,
      callUseSchema,
      noCalls,
    ),
  'accounts.get': (tx: ReadTx, input: { readonly key: InstanceKey }): InstanceRow => readInstance(tx, input.key),
}

/** The store, with the writes and reads that this room calls. */
export type AccountsStore = StoreOf<typeof accountWrites, typeof accountReads>
