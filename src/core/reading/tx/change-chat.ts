import { chatMarkNames, type ChatChange, type ChatMarks } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { updateChat, type ChatUpdate } from '../../messages/archive/tx/chat-row.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** Sets columns of one chat. Throws ContractError `notFound`. */
export function putChat(tx: Tx, chat: ChatKey, columns: Partial<ChatUpdate>): InstanceKey {
  const row = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [chat])
  if (row === undefined) throw new ContractError('notFound')
  updateChat(tx, chat, columns)
  return row.instance
}

/** Sets columns of one chat and announces it. Throws ContractError `notFound`. */
export function changeChat(tx: Tx, chat: ChatKey, columns: Partial<ChatUpdate>): InstanceKey {
  const instance = putChat(tx, chat, columns)
  tx.changed({ kind: 'chats', instance, chats: [chat] })
  return instance
}

/**
 * Sets columns of one chat, announces it, and answers what `chats.undo` needs. Throws ContractError `notFound`.
 */
export function changeUndoably(tx: Tx, chat: ChatKey, after: ChatMarks): ChatChange {
  const before = marksOf(tx, chat, after)
  if (before === null) throw new ContractError('notFound')
  changeChat(tx, chat, after)
  return { chat, before, after }
}

/** Restores what stood before, unless somebody changed it since, or nothing was changed. True if it was restored. */
export function undoChange(tx: Tx, { chat, before, after }: ChatChange): boolean {
  if (Object.keys(after).length === 0) return false
  const current = marksOf(tx, chat, after)
  if (current === null || JSON.stringify(current) !== JSON.stringify(marksIn(after))) return false
  changeChat(tx, chat, marksIn(before))
  return true
}

/** In one order, so that two of them can be compared. */
const marksIn = (marks: ChatMarks): ChatMarks =>
  Object.fromEntries(chatMarkNames.flatMap((name) => (Object.hasOwn(marks, name) ? [[name, marks[name] ?? null]] : [])))

/** The present values of the columns that `like` has; null: there is no such chat. */
function marksOf(tx: ReadTx, chat: ChatKey, like: ChatMarks): ChatMarks | null {
  const row = tx.get<ChatMarks>(`select ${chatMarkNames.join(', ')} from chat where key = ?`, [chat])
  if (row === undefined) return null
  return Object.fromEntries(Object.keys(marksIn(like)).map((name) => [name, row[name as keyof ChatMarks]]))
}
