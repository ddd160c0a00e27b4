import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { SyncProgress } from '../../../contract/instances.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import type { ReadTx } from '../../store/tx.ts'
import { forever, historyProgressOf } from '../rules/instance-row.ts'
import type { InstanceRow, TokenAddress, UsedQuota } from '../rules/instance-row.ts'

/** Fields whose columns have other values. */
type Decoded =
  | 'mutedUntil'
  | 'hideContent'
  | 'sendsReadReceipts'
  | 'absentOperations'
  | 'limits'
  | 'countsFrom'
  | 'tokenFrom'
  | 'sync'
  | 'settings'
  | 'account'
  | 'historySyncProgress'
  | 'quota'

interface Columns extends Omit<InstanceRow, Decoded> {
  readonly muted_until: number | null
  readonly hide_content: number
  readonly sends_read_receipts: number
  readonly absent_operations_json: string
  readonly limits_json: string
  readonly counts_from: number | null
  readonly token_from_json: string | null
  readonly sync_json: string | null
  readonly settings_json: string | null
  readonly account_json: string | null
  readonly quota_json: string | null
}

/**
 * The chats of the list Unread, without muted ones. The index is named because SQLite has no statistics to choose by.
 */
const unread = `chat indexed by chat_unread where archived = 0 and instance = instance.key and snoozed_until is null and
  list_at > 0 and (unread > 0 or marked_unread = 1) and coalesce(muted_until, 0) <= :now`
const select = `
  select key, id_instance as idInstance, api_url as apiUrl, media_url as mediaUrl, family, prefix, name, colour, folder, mode,
    position, wid, own_id as ownId, avatar_ref as avatarRef, paused_at as pausedAt, answer_target_ms as answerTargetMs, plan,
    clock_offset_ms as clockOffsetMs, created_at as createdAt, last_answer_at as lastAnswerAt,
    first_synced_at as firstSyncedAt, settings_at as settingsAt, account_at as accountAt,
    muted_until, hide_content, sends_read_receipts, absent_operations_json, limits_json, counts_from, token_from_json,
    sync_json, settings_json, account_json, quota_json,
    (select received_at from journal where instance = instance.key order by key desc limit 1) as lastReceivedAt,
    (select count(*) from ${unread}) as unreadChats,
    (select coalesce(sum(unread), 0) from ${unread}) as unreadMessages,
    (select count(*) from outbox where instance = instance.key and needs_person = 1) as needAttention,
    (select count(*) from outbox where instance = instance.key and state = 'accepted' and wait_kind = 'held') as openAccepted
  from instance where detached_at is null`

const factsSchema = z.record(z.string(), z.unknown())
const numbersSchema = z.record(z.string(), z.number())
const quotaSchema: z.ZodType<UsedQuota> = z.object({
  operation: z.string(),
  text: z.string(),
  since: z.number(),
  reportedAt: z.number(),
})
const syncSchema: z.ZodType<SyncProgress> = z.object({
  kind: z.enum(['firstSync', 'absence']),
  done: z.number(),
  total: z.number(),
  startedAt: z.number(),
  finishedAt: z.number().exactOptional(),
  arriving: z.boolean().exactOptional(),
  spared: z.number().exactOptional(),
})

const addressSchema: z.ZodType<TokenAddress> = z.object({
  apiUrl: z.string(),
  mediaUrl: z.string(),
  idInstance: z.string(),
})

function toRow(columns: Columns): InstanceRow {
  const { muted_until, hide_content, sends_read_receipts, absent_operations_json, limits_json, ...others } = columns
  const { counts_from, token_from_json, sync_json, settings_json, account_json, quota_json, ...plain } = others
  return {
    ...plain,
    mutedUntil: muted_until === forever ? 'forever' : muted_until,
    hideContent: hide_content === 1,
    sendsReadReceipts: sends_read_receipts === 1,
    absentOperations: readStored(absent_operations_json, numbersSchema, {}),
    limits: readStored(limits_json, numbersSchema, {}),
    countsFrom: counts_from ?? plain.createdAt + plain.clockOffsetMs,
    tokenFrom: readStored(token_from_json, addressSchema, null),
    sync: readStored(sync_json, syncSchema, null),
    settings: readStored(settings_json, factsSchema, null),
    account: readStored(account_json, factsSchema, null),
    historySyncProgress: historyProgressOf(readStored(account_json, factsSchema, {})),
    quota: readStored(quota_json, quotaSchema, null),
  }
}

/** The instances in use, in the person's order. */
export const readInstances = (tx: ReadTx): readonly InstanceRow[] =>
  tx.all<Columns>(`${select} order by position, key`, { now: tx.now }).map(toRow)

/** The instances with these keys that are in use. */
export const readSomeInstances = (tx: ReadTx, keys: readonly InstanceKey[]): readonly InstanceRow[] =>
  keys.flatMap((key) => tx.all<Columns>(`${select} and key = :key`, { now: tx.now, key }).map(toRow))

/** Throws ContractError `notFound`. */
export const readInstance = (tx: ReadTx, key: InstanceKey): InstanceRow => {
  const raw = tx.get<Columns>(`${select} and key = :key`, { now: tx.now, key })
  if (raw === undefined) throw new ContractError('notFound')
  return toRow(raw)
}
