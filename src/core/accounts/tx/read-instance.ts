import { z } from 'zod'
import type { Family } from '../../../api/operations.ts'
import type { Prefix } from '../../../api/path.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { IdentityColour, InstanceMode, Plan, SyncProgress } from '../../../contract/instances.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import type { ReadTx } from '../../store/tx.ts'
import { forever, historyProgressOf } from '../rules/instance-row.ts'
import type { InstanceRow, TokenAddress, UsedQuota } from '../rules/instance-row.ts'

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
  readonly sends_read_receipts: number
  readonly answer_target_ms: number
  readonly folder: string
  readonly absent_operations_json: string
  readonly limits_json: string
  readonly plan: Plan | null
  readonly clock_offset_ms: number
  readonly created_at: number
  readonly counts_from: number | null
  readonly token_from_json: string | null
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

const factsSchema = z.record(z.string(), z.unknown())
const operationsSchema = z.array(z.string())
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
  sendsReadReceipts: raw.sends_read_receipts === 1,
  answerTargetMs: raw.answer_target_ms,
  folder: raw.folder,
  absentOperations: readStored(raw.absent_operations_json, operationsSchema, []),
  plan: raw.plan,
  limits: readStored(raw.limits_json, z.record(z.string(), z.number()), {}),
  clockOffsetMs: raw.clock_offset_ms,
  createdAt: raw.created_at,
  countsFrom: raw.counts_from ?? raw.created_at + raw.clock_offset_ms,
  tokenFrom: readStored(raw.token_from_json, addressSchema, null),
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

/** Those in use, in their order. */
export const readInstances = (tx: ReadTx): readonly InstanceRow[] =>
  tx.all<Raw>(`${select} order by position, key`, { now: tx.now }).map(toRow)

/** Those of the keys that are in use. */
export const readSomeInstances = (tx: ReadTx, keys: readonly InstanceKey[]): readonly InstanceRow[] =>
  keys.flatMap((key) => tx.all<Raw>(`${select} and key = :key`, { now: tx.now, key }).map(toRow))

/** Throws ContractError `notFound`. */
export const readInstance = (tx: ReadTx, key: InstanceKey): InstanceRow => {
  const raw = tx.get<Raw>(`${select} and key = :key`, { now: tx.now, key })
  if (raw === undefined) throw new ContractError('notFound')
  return toRow(raw)
}
