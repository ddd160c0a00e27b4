import { announceMoved } from '../../archive/tx/announce-moved.ts'
import type { MessageFacts } from '../../archive/tx/merge.ts'
import { insertMessage } from '../../archive/tx/message-row.ts'
import { indexText } from '../../archive/tx/search-index.ts'
import { textTold } from '../../archive/tx/text-versions.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { StatusNote } from '../../../contract/messages.ts'
import { observe } from '../../statuses/tx/observe.ts'
import type { Tx } from '../../store/tx.ts'
import { checkText } from './check-text.ts'
import { clockOffset } from '../../outbox/tx/claim-outbox.ts'
import { nextSeq } from '../../outbox/tx/outbox-row.ts'

export interface Enqueued {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
}

/** The text as it would go, or the fault as the contract names it. */
export function checkedText(chatId: string, typed: string): string {
  const check = checkText(chatId, typed)
  if (check.ok) return check.text
  const { code, ...details } = check.fault
  throw new ContractError(code, { details })
}

/**
 * Writes message and job in one transaction (architecture 6): from here on the send survives a crash. What was written as
 * the chat's draft is gone with it, however far it had been saved. Throws ContractError `notFound` and those of the text.
 */
export function enqueue(
  tx: Tx,
  input: {
    readonly chat: ChatKey
    readonly text: string
    readonly fromDraft?: boolean
    /** Of a send that may be told twice. */
    readonly sendId?: string | undefined
  },
): Enqueued {
  const chat = tx.get<{ instance: InstanceKey; chat_id: string }>('select instance, chat_id from chat where key = ?', [
    input.chat,
  ])
  if (chat === undefined) throw new ContractError('notFound')
  const told = input.sendId === undefined ? undefined : toldBefore(tx, input.chat, input.sendId)
  if (told !== undefined) return { message: told, instance: chat.instance, chat: input.chat }
  const text = checkedText(chat.chat_id, input.text)
  const { instance } = chat
  const at = tx.now + clockOffset(tx, instance)
  const lane = waitsInLane(tx, instance, input.chat)
  const seq = nextSeq(tx)
  const content = { kind: 'text', text, preview: null } as const
  const facts: MessageFacts = {
    direction: 'outgoing',
    position: { at, source: 'sent' },
    actionAt: null,
    typeMessage: 'textMessage',
    content,
    quotedId: '',
    quote: null,
    senderId: '',
    senderName: '',
    sentByApi: true,
    forwardedScore: null,
    edited: false,
    deleted: false,
    seenAt: tx.now,
    raw: null,
    asOf: 0,
    stamps: {},
    texts: textTold(content, tx.now, 'app'),
  }
  const message = insertMessage(tx, {
    instance,
    chat: input.chat,
    idMessage: null,
    unsentTie: unsentTie(seq),
    folded: false,
    live: false,
    facts,
  })
  tx.run(
    `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, note_kind, send_id)
     values (?, ?, ?, ?, 'queued', ?, ?, ?, ?)`,
    [message, instance, input.chat, seq, tx.now, tx.now, lane, input.sendId ?? null],
  )
  indexText(tx, { key: message, fts: null, at }, text)
  if (input.fromDraft === true)
    tx.run(`update chat set draft = '', draft_at = null, draft_send = null where key = ?`, [input.chat])
  observe(tx, message, { source: 'app', raw: 'queued', serviceAt: null, seenAt: tx.now })
  announceMoved(tx, { instance, chat: input.chat }, [message])
  return { message, instance, chat: input.chat }
}

/** The message that this send made when it was told first. A name of another chat's send is a fault of the caller. */
function toldBefore(tx: Tx, chat: ChatKey, sendId: string): MessageKey | undefined {
  const known = tx.get<{ message: MessageKey; chat: ChatKey }>('select message, chat from outbox where send_id = ?', [
    sendId,
  ])
  if (known !== undefined && known.chat !== chat) throw new ContractError('badInput')
  return known?.message
}

/** The kind of the note of a message before which others of its chat have to go. */
function waitsInLane(tx: Tx, instance: InstanceKey, chat: ChatKey): StatusNote['kind'] | null {
  const before = tx.get(
    `select 1 from outbox where instance = ? and chat = ? and state in ('queued', 'sending', 'uncertain') and parked = 0 limit 1`,
    [instance, chat],
  )
  return before === undefined ? null : 'lane'
}

/** Unsent messages stand in the order of their lane. */
export const unsentTie = (seq: number): string => String(seq).padStart(16, '0')
