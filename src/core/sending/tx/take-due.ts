import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { noWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import {
  clockOffset,
  outboxRowsOfLane,
  readOutbox,
  updateOutbox,
  waitsForUpload,
} from '../../messages/outbox/tx/outbox-row.ts'
import { nextInLane, type LaneRow } from '../rules/lane.ts'
import type { InputOf } from '../../../api/operations.ts'
import { templateMedia, type OutgoingRequest } from '../../messages/outbox/rules/outgoing-request.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { isHeldByPause } from './program-lanes.ts'
import type { ClaimedSend } from '../../messages/outbox/lane-claims.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/** A message taken for sending: the caller makes its request. */
export interface DueSend {
  readonly message: MessageKey
  readonly chat: ChatKey
  readonly chatId: string
  /** The request without its chat. */
  readonly request: OutgoingRequest
  /** When the person wrote it, epoch ms. */
  readonly createdAt: number
  readonly attempt: number
}

export interface TakenLane {
  readonly chat: ChatKey
  readonly send: DueSend | null
  /** The message waits until its file has been uploaded to the service. */
  readonly upload: boolean
  /** When to look at the lane again, epoch ms; null: when something happens in it. */
  readonly nextAt: number | null
}

/**
 * Takes from each lane the message that may be sent now. A taken message is *sending* from the commit on, before its
 * request: after a crash it is uncertain, and never repeated automatically.
 */
export function takeDue(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    readonly chats: readonly ChatKey[]
    /** Messages that may be sent; the chats of other next messages are checked again later. Absent: all. */
    readonly only?: readonly ClaimedSend[] | undefined
    /** True: also messages of programs, which go after those of people. */
    readonly programs?: boolean | undefined
  },
): readonly TakenLane[] {
  const offset = clockOffset(tx, input.instance)
  return input.chats.map((chat) => {
    const decision = nextInLane(laneRowsOf(tx, input.instance, chat), tx.now)
    const lane = { chat, send: null, nextAt: null, upload: decision.kind === 'upload' }
    if (decision.kind === 'wait') return { ...lane, nextAt: decision.at }
    const { only } = input
    if (decision.kind === 'send' && only?.every(({ message }) => message !== decision.message) === true) {
      return { ...lane, nextAt: tx.now + retryPolicy.claim }
    }
    if (decision.kind !== 'send') return lane
    const row = readOutbox(tx, decision.message as MessageKey)
    // A message that a person could send when the lanes were chosen has become a program's.
    if (row.program !== null && !row.isReleased && input.programs !== true) return { ...lane, nextAt: tx.now }
    return { ...lane, send: begin(tx, row, offset) }
  })
}

export function* laneRowsOf(tx: ReadTx, instance: InstanceKey, chat: ChatKey): Generator<LaneRow> {
  for (const row of outboxRowsOfLane(tx, instance, chat)) {
    if (row.state !== 'queued' && row.state !== 'sending' && row.state !== 'uncertain') continue
    const { message, state, nextTryAt, answeredAt } = row
    const parked = row.parked || (state === 'queued' && isHeldByPause(tx, row))
    yield { message, state, parked, nextTryAt, answeredAt, waitsForUpload: waitsForUpload(row, tx.now) }
  }
}

function begin(tx: Tx, row: OutboxRow, offset: number): DueSend {
  const attempt = row.attempts + 1
  updateOutbox(tx, row.message, {
    ...{ state: 'sending', attempts: attempt, sending_since: tx.now, sent_at: tx.now + offset },
    ...{ answered_at: null, ended_at: null, ...noWaitReason },
  })
  // Without a connection, or while the instance starts, it is tried again and again: said once, until something comes
  // of it.
  if (!triedInVain(tx, row)) {
    observe(tx, row.message, { source: 'app', raw: 'sending', serviceAt: null, seenAt: tx.now })
  }
  refreshStatus(tx, row.message)
  const { message, chat, chatId, createdAt } = row
  return { message, chat, chatId, request: requestOf(row), createdAt, attempt }
}

/**
 * A text may have been edited since it was written, and a file has come to the service; the rest is as it was asked
 * for.
 */
export function requestOf({ operation, request, text, file }: OutboxRow): OutgoingRequest {
  if (operation === 'sendMessage') return { operation, input: { ...request, message: text } }
  if (operation === 'sendFileByUrl' && file !== null && file.link === null)
    return { operation: 'sendFileByUpload', input: { fileName: '', ...request }, file }
  if (file === null) return { operation, input: { ...request } } as OutgoingRequest
  const link = operation === 'sendTemplate' ? withLink(request, file.link ?? '') : { urlFile: file.link ?? '' }
  return { operation, input: { ...request, ...link } } as OutgoingRequest
}

const withLink = (request: OutboxRow['request'], link: string) => {
  const { message } = (request ?? {}) as Partial<InputOf<'sendTemplate'>>
  return message === undefined ? {} : { message: templateMedia(message.type, link) }
}

const vain: readonly (string | null | undefined)[] = ['offline', 'starting']

const triedInVain = (tx: Tx, row: OutboxRow): boolean =>
  vain.includes(
    tx.get<{ text: string | null }>(
      `select text from observation where message = ? and source = 'app' order by key desc limit 1`,
      [row.message],
    )?.text,
  )
