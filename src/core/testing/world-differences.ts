import { join } from 'node:path'
import { openDatabase } from '../store/engine/database.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { createTxSession, type ReadTx } from '../store/tx.ts'

/** A message as the emulated world knows it. Times are epoch ms. */
interface WorldMessage {
  readonly idMessage: string
  readonly direction: 'incoming' | 'outgoing'
  readonly at: number
  readonly typeMessage: string
  readonly text: string
  readonly isEdited: boolean
  readonly isDeleted: boolean
  /** Reacting account id to emoji. */
  readonly reactions: Readonly<Record<string, string>>
}

export interface WorldInstance {
  readonly idInstance: string
  readonly chats: readonly { readonly chatId: string; readonly messages: readonly WorldMessage[] }[]
}

/** Reads the store's file beside the running program. */
export function readStore<Result>(dataDir: string, work: (tx: ReadTx) => Result): Result {
  const db = openDatabase(join(dataDir, storeFileName), { readOnly: true })
  try {
    return work(createTxSession(db).tx)
  } finally {
    db.close()
  }
}

interface Row {
  readonly key: number
  readonly id: string
  readonly direction: string
  readonly at: number
  readonly text: string
  readonly edited: number
  readonly deleted: number
}

/**
 * Every way in which the archive is not the world: lost, doubled, misplaced or wrong messages. None: they are equal.
 */
export function worldDifferences(
  tx: ReadTx,
  world: WorldInstance,
  options: { readonly editFlags?: boolean } = {},
): readonly string[] {
  const differences: string[] = []
  for (const chat of world.chats) {
    const found = tx.get<{ chat: number; messages: number }>(
      `select chat.key as chat, chat.messages from chat_alias join chat on chat.key = chat_alias.chat join instance on instance.key = chat.instance
       where instance.id_instance = ? and alias = ?`,
      [world.idInstance, chat.chatId],
    )
    if (found === undefined) {
      if (chat.messages.length > 0)
        differences.push(`${chat.chatId}: the chat is missing with ${chat.messages.length} messages`)
      continue
    }
    const rows = tx.all<Row>(
      `select key, id_message as id, direction, at, text, edited, deleted from message where chat = ? order by unsent, at, tie`,
      [found.chat],
    )
    // The world has its messages in their order; the service tells whole seconds.
    const expected = chat.messages
    const ids = rows.map(({ id }) => id)
    const missing = expected.filter(({ idMessage }) => !ids.includes(idMessage))
    const extra = rows.filter(({ id }) => !expected.some(({ idMessage }) => idMessage === id))
    for (const { idMessage, text } of missing)
      differences.push(`${chat.chatId}: lost ${idMessage} "${text.slice(0, 40)}"`)
    for (const { id, text } of extra)
      differences.push(`${chat.chatId}: doubled or invented ${id} "${text.slice(0, 40)}"`)
    if (missing.length + extra.length > 0) continue
    for (const [index, one] of expected.entries()) {
      const row = rows[index]
      if (row === undefined) continue
      const at = `${chat.chatId}/${one.idMessage}`
      if (row.id !== one.idMessage) differences.push(`${at}: ${row.id} stands in its place`)
      else {
        if (row.direction !== one.direction) differences.push(`${at}: is ${row.direction}`)
        if (row.at !== Math.floor(one.at / 1000) * 1000) differences.push(`${at}: at ${row.at} instead of ${one.at}`)
        // Of a place the world names only a part.
        const says = one.typeMessage === 'locationMessage' ? row.text.startsWith(one.text) : row.text === one.text
        if (one.text !== '' && !says) differences.push(`${at}: says "${row.text}" instead of "${one.text}"`)
        if (options.editFlags !== false) {
          if ((row.edited === 1) !== one.isEdited) differences.push(`${at}: edited ${row.edited}`)
          if ((row.deleted === 1) !== one.isDeleted) differences.push(`${at}: deleted ${row.deleted}`)
          const emojis = tx
            .all<{ emoji: string }>(
              "select emoji from reaction where chat = ? and target_id = ? and emoji <> '' order by emoji",
              [found.chat, one.idMessage],
            )
            .map(({ emoji }) => emoji)
          const wanted = Object.values(one.reactions).toSorted()
          if (emojis.toSorted().join() !== wanted.join())
            differences.push(`${at}: reactions ${emojis.join()} instead of ${wanted.join()}`)
        }
      }
    }
  }
  return differences
}
