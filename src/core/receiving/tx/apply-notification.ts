import { parseJson } from '../../../api/answers/parse-json.ts'
import { callerOf, readNotificationBody, type NotificationBody } from '../../../api/schema/notification.ts'
import { isJsonObject, type Json } from '../../../api/json.ts'
import type { ChatKey, InstanceKey, JournalKey, MessageKey } from '../../../contract/ids.ts'
import type { JournalState, QuarantineReason } from '../../../contract/journal.ts'
import { insertJournalRow, unappliedCopies, unfinishedTry, updateJournalOutcome } from '../../journal/tx/journal-row.ts'
import type { JournalOutcome } from '../../journal/tx/journal-row.ts'
import { ownIdsOf, type OwnIds } from '../../messages/rules/own-ids.ts'
import { fromCallNotification } from '../../messages/archive/rules/from-call.ts'
import { fromNotification, fromStatusNotification } from '../../messages/archive/rules/from-notification.ts'
import { inSavepoint } from '../../messages/archive/tx/in-savepoint.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import type { Ingested } from '../../messages/archive/tx/ingested.ts'
import { serviceTime } from '../../messages/archive/rules/position.ts'
import type { ArchiveItem } from '../../messages/archive/rules/record.ts'
import { textOf } from '../../messages/content/rules/content-kinds.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { Tx } from '../../store/tx.ts'
import {
  eraseAnswerWith,
  isErasedBody,
  rememberErasedBody,
  withoutContent,
} from '../../messages/archive/tx/erased-people.ts'
import { dropFromInbox, type InboxBody } from './inbox.ts'
import { extendCoverage, type Absence } from '../../accounts/tx/queue-coverage.ts'
import { noticeCandidatesOf, type NoticeCandidate } from './notice-candidates.ts'
import { storeWid } from '../../accounts/tx/instance-row.ts'

/** Facts of a notification for the connection state. */
export type AccountChange =
  | { readonly kind: 'state'; readonly state: string }
  /** `method`: what the service refuses from now on, by its own name. */
  | { readonly kind: 'quota'; readonly method: string; readonly text: string }

export interface Applied {
  readonly event: JournalKey
  readonly instance: InstanceKey
  /** Epoch ms. */
  readonly receivedAt: number
  readonly state: JournalState
  readonly reason: QuarantineReason | null
  /** A redelivery: the same body came before and its delete is not confirmed. */
  readonly repeat: boolean
  /** A message that was erased with its person came again: the log of requests is to be erased again. */
  readonly isErased: boolean
  readonly typeWebhook: string
  /** The service's time, epoch ms. */
  readonly serviceAt: number | null
  readonly account: AccountChange | null
  /** New messages that may become notices. */
  readonly noticeCandidates: readonly NoticeCandidate[]
  /** A period that the queue has missed, detected with this notification. */
  readonly absence: Absence
}

/** Context for parsing a body. */
type Body = Pick<InboxBody, 'key' | 'instance' | 'raw' | 'isJson' | 'receivedAt' | 'sharedN'>

interface Outcome extends JournalOutcome {
  readonly account: AccountChange | null
  readonly noticeCandidates: readonly NoticeCandidate[]
  readonly isErased: boolean
}

/** Enough for a line in a list. UTF-16 units. */
const summaryLength = 160

/** No kind or instance of the service has a longer name; the body itself is stored whole. UTF-16 units. */
const nameLength = 200

/** Recorded tries of a body that ended the program, or the store's worker, while it was applied. */
const mostTries = 3

/**
 * Moves a notification from the inbox to the journal (raw) and the archive, in one transaction (architecture 5). One
 * that can't be read, belongs to another instance, or fails to apply goes to quarantine, so that it blocks nothing.
 * Throws only if the store fails; then it stays in the inbox. @param version of this program: a later version retries
 * what this one could not read
 */
export function applyNotification(tx: Tx, inboxBody: InboxBody, version: string): Applied {
  try {
    return inSavepoint(tx, () => applyOne(tx, inboxBody, version), 'body')
  } catch (error) {
    if (troubleOfSqliteError(error) !== null || inboxBody.tries > mostTries) throw error
    // Whatever failed, later bodies must not wait.
    return applyOne(tx, { ...inboxBody, tries: mostTries + 1 }, version)
  }
}

function applyOne(tx: Tx, inboxBody: InboxBody, version: string): Applied {
  const earlier =
    inboxBody.repeatOf === null
      ? undefined
      : tx.get<{ key: JournalKey; state: JournalState; reason: QuarantineReason | null }>(
          'select key, state, reason from journal where key = ?',
          [inboxBody.repeatOf],
        )
  const isAgain = inboxBody.raw === withoutContent && isErasedBody(tx, inboxBody)
  const outcome: Outcome = isAgain
    ? { ...nothing, state: 'applied', reason: null, detail: null, typeWebhook: '', serviceAt: null, summary: '' }
    : inboxBody.tries <= mostTries
      ? understand(tx, inboxBody, earlier === undefined)
      : quarantined('applyFailed', `It was tried ${mostTries} times, and each time it failed or ended the program.`)
  const isErased = isAgain || outcome.isErased
  if (outcome.isErased) {
    rememberErasedBody(tx, inboxBody.instance, inboxBody.hash, inboxBody.key)
    eraseAnswerWith(tx, inboxBody.key, inboxBody.raw)
  }
  if (isErased) dropFromInbox(tx, inboxBody.key)
  else {
    insertJournalRow(tx, {
      key: inboxBody.key,
      instance: inboxBody.instance,
      receiptId: inboxBody.receiptId,
      typeWebhook: outcome.typeWebhook,
      state: earlier?.state ?? outcome.state,
      reason: earlier === undefined ? outcome.reason : earlier.reason,
      detail: outcome.detail,
      serviceAt: outcome.serviceAt,
      receivedAt: inboxBody.receivedAt,
      // The transaction may have been asked for before this was received.
      appliedAt: outcome.state === 'applied' ? Math.max(tx.now, inboxBody.receivedAt) : null,
      deletedAt: inboxBody.deletedAt,
      deleteResult: inboxBody.deleteResult,
      repeatOf: earlier?.key ?? null,
      chat: outcome.chat,
      message: outcome.message,
      summary: outcome.summary,
      raw: inboxBody.raw,
      hash: inboxBody.hash,
      sharedN: inboxBody.sharedN,
      sharedId: inboxBody.sharedId,
      version: inboxBody.tries > mostTries ? unfinishedTry : version,
    })
    tx.run('delete from inbox where key = ?', [inboxBody.key])
  }
  return {
    event: inboxBody.key,
    instance: inboxBody.instance,
    receivedAt: inboxBody.receivedAt,
    state: outcome.state,
    reason: outcome.reason,
    repeat: earlier !== undefined || isErased,
    isErased,
    typeWebhook: outcome.typeWebhook,
    serviceAt: outcome.serviceAt,
    account: outcome.account,
    noticeCandidates: outcome.noticeCandidates,
    absence: extendCoverage(tx, inboxBody.instance, inboxBody.receivedAt, inboxBody.isQueueComplete),
  }
}

/**
 * Tries a body that is in the journal again, with what this version can read. True when it is applied now; then its
 * redeliveries are too.
 */
export function applyAgain(tx: Tx, event: JournalKey, version: string): boolean {
  const row = tx.get<{
    instance: InstanceKey
    raw: string
    received_at: number
    reason: string | null
    repeat_of: JournalKey | null
    shared_n: number | null
  }>(
    "select instance, raw, received_at, reason, repeat_of, shared_n from journal where key = ? and state <> 'applied'",
    [event],
  )
  if (row === undefined) return false
  const outcome = understand(
    tx,
    {
      key: event,
      instance: row.instance,
      raw: row.raw,
      isJson: row.reason !== 'notJson',
      receivedAt: row.received_at,
      sharedN: row.shared_n,
    },
    true,
  )
  const isApplied = outcome.state === 'applied'
  const keys = isApplied ? [event, ...unappliedCopies(tx, row.repeat_of ?? event, event)] : [event]
  for (const key of keys) {
    updateJournalOutcome(tx, { ...outcome, key, instance: row.instance, appliedAt: isApplied ? tx.now : null, version })
  }
  return isApplied
}

const nothing = { chat: null, message: null, account: null, noticeCandidates: [], isErased: false } as const

const quarantined = (
  reason: QuarantineReason,
  detail: string,
  typeWebhook = '',
  serviceAt: number | null = null,
): Outcome => ({ ...nothing, state: 'quarantined', reason, detail, typeWebhook, serviceAt, summary: '' })

function understand(tx: Tx, received: Body, apply: boolean): Outcome {
  if (!received.isJson) return quarantined('notJson', 'The body is no JSON.')
  const raw = parse(received.raw)
  if (raw === undefined) return quarantined('notJson', 'The body is no JSON.')
  if (raw === null) return quarantined('noBody', 'There is no body.')
  const body = readNotificationBody(raw)
  const typeWebhook = typeOf(body, raw)
  if (body.kind === 'unreadable') return quarantined('wrongShape', body.reason, typeWebhook)
  const serviceAt = serviceTime(body.body.timestamp)
  const own = tx.get<OwnIds & { readonly id: string }>(
    'select id_instance as id, wid, own_id as ownId from instance where key = ?',
    [received.instance],
  )
  const named = body.body.instanceData?.idInstance
  if (named !== undefined && named !== own?.id) {
    return quarantined('otherInstance', `It is of the instance ${named.slice(0, nameLength)}.`, typeWebhook, serviceAt)
  }
  const { wid } = ownIdsOf({ deviceId: body.body.instanceData?.wid })
  if (apply && wid !== undefined && wid !== own?.wid) storeWid(tx, received.instance, wid)
  const ownIds = [own?.wid ?? null, own?.ownId ?? null]
  if (body.kind === 'other' || (body.kind === 'call' && callerOf(body.direction, body.body, ownIds) === '')) {
    return { ...nothing, state: 'unknown', reason: null, detail: null, typeWebhook, serviceAt, summary: '' }
  }
  const items = itemsOf(body, received, ownIds)
  const outcome = {
    state: 'applied',
    reason: null,
    detail: null,
    typeWebhook,
    serviceAt,
    summary: summaryOf(body, items),
  } as const
  if (!apply) return { ...nothing, ...outcome, ...targetOf(tx, received.instance, items) }
  try {
    const ingested = inSavepoint(tx, () =>
      ingest(tx, received.instance, items, {
        live: true,
        seenAt: received.receivedAt,
        isShared: received.sharedN !== null,
      }),
    )
    return {
      ...outcome,
      chat: ingested.chats[0] ?? null,
      message: ingested.messages[0] ?? null,
      isErased: ingested.isErased,
      account: accountChangeOf(body),
      noticeCandidates: noticeCandidatesOf(tx, body.kind === 'call' ? ingested.messages : incomingOf(ingested)),
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    // The stack names our functions, never what the message says.
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return quarantined('applyFailed', detail.slice(0, 2000), typeWebhook, serviceAt)
  }
}

const incomingOf = ({ arrived }: Ingested): readonly MessageKey[] =>
  arrived.filter(({ direction }) => direction === 'incoming').map(({ message }) => message)

/** As the answer was read: without losing a digit, and mended where the service wrote what is not quite JSON. */
function parse(text: string): Json | undefined {
  const reading = parseJson(text)
  return reading.kind === 'notJson' ? undefined : reading.value
}

function typeOf(body: NotificationBody, raw: Json): string {
  const named = isJsonObject(raw) ? raw['typeWebhook'] : undefined
  const given = body.kind === 'unreadable' ? body.typeWebhook : body.body.typeWebhook
  return (given ?? (typeof named === 'string' ? named : '')).slice(0, nameLength)
}

function itemsOf(body: NotificationBody, received: Body, own: readonly (string | null)[]): readonly ArchiveItem[] {
  switch (body.kind) {
    case 'message':
      return fromNotification(body.body, {
        origin: body.origin,
        seenAt: received.receivedAt,
        raw: received.raw,
        queueOrder: received.key,
      })
    case 'status':
      return [fromStatusNotification(body.body)]
    case 'call':
      return [
        fromCallNotification(body.direction, body.body, {
          seenAt: received.receivedAt,
          raw: received.raw,
          queueOrder: received.key,
          own,
        }),
      ]
    default:
      return []
  }
}

function summaryOf(body: NotificationBody, items: readonly ArchiveItem[]): string {
  if (body.kind === 'status') return body.body.status.slice(0, summaryLength)
  if (body.kind === 'state') return body.body.stateInstance.slice(0, summaryLength)
  if (body.kind === 'quota') return (body.body.quotaData.method ?? '').slice(0, summaryLength)
  for (const item of items) {
    if (item.kind === 'message') {
      const { content, typeMessage } = item.record.facts
      return (textOf(content) || typeMessage).slice(0, summaryLength)
    }
    if (item.kind === 'edit') return item.text.slice(0, summaryLength)
  }
  return ''
}

function accountChangeOf(body: NotificationBody): AccountChange | null {
  if (body.kind === 'state') return { kind: 'state', state: body.body.stateInstance }
  if (body.kind !== 'quota') return null
  const { description, status, method = '', used, total } = body.body.quotaData
  const counted = used === undefined || total === undefined ? method : `${method} ${used}/${total}`
  return { kind: 'quota', method, text: [counted, description ?? status].filter(Boolean).join(': ') }
}

/** A redelivery is not applied again, but belongs to the same message. */
function targetOf(tx: Tx, instance: InstanceKey, items: readonly ArchiveItem[]): Pick<Outcome, 'chat' | 'message'> {
  for (const item of items) {
    const chatId = item.kind === 'message' ? item.record.chatId : item.chatId
    const id =
      item.kind === 'message'
        ? item.record.idMessage
        : item.kind === 'status'
          ? item.idMessage
          : 'targetId' in item
            ? item.targetId
            : null
    const chat = tx.get<{ chat: ChatKey }>('select chat from chat_alias where instance = ? and alias = ?', [
      instance,
      chatId,
    ])?.chat
    if (chat === undefined || id === null) continue
    const message = tx.get<{ key: MessageKey }>('select key from message where chat = ? and id_message = ?', [
      chat,
      id,
    ])?.key
    return { chat, message: message ?? null }
  }
  return { chat: null, message: null }
}
