import type { MessageKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import type { SharedFile, SharedFiles, SharedKind } from '../../../contract/people.ts'
import { chatsOfPerson } from '../../messages/archive/tx/person-cards.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import type { ReadTx } from '../../store/tx.ts'
import { messageSelect, type MessageColumns } from './message-rows.ts'
import { toMedia } from './present-content.ts'

const contentKinds: Readonly<Record<SharedKind, readonly string[]>> = {
  pictures: ['image', 'video'],
  files: ['document'],
  sounds: ['audio'],
}

/** The condition of the index `message_files`. */
const isShared = `content_kind in ('image', 'video', 'document', 'audio') and folded = 0 and hidden_at is null and deleted = 0`

/** Files in all chats of a person, the newest first, and how many there are of each kind. */
export function sharedFiles(tx: ReadTx, { chat, kind, limit }: Input<'people.files'>): SharedFiles {
  const chats = chatsOfPerson(tx, chat)
  const counted = tx.all<{ kind: string; count: number }>(
    `select content_kind as kind, count(*) as count from message indexed by message_files
     where chat in (select value from json_each(?)) and ${isShared} group by content_kind`,
    [JSON.stringify(chats)],
  )
  const count = (of: SharedKind): number =>
    counted.reduce((sum, row) => sum + (contentKinds[of].includes(row.kind) ? row.count : 0), 0)
  // The newest of each chat and kind, by the index; of these the newest.
  const newest = chats.flatMap((of) =>
    contentKinds[kind].flatMap((content) =>
      tx.all<{ key: MessageKey; at: number }>(
        `select key, at from message indexed by message_files
         where chat = ? and content_kind = ? and ${isShared} order by at desc, key desc limit ?`,
        [of, content, limit],
      ),
    ),
  )
  const keys = newest
    .toSorted((a, b) => b.at - a.at || b.key - a.key)
    .slice(0, limit)
    .map(({ key }) => key)
  const rows = new Map(
    tx
      .all<MessageColumns>(`${messageSelect} where m.key in (select value from json_each(?))`, [JSON.stringify(keys)])
      .map((row) => [row.key, row]),
  )
  const files = keys.flatMap((key): readonly SharedFile[] => {
    const row = rows.get(key)
    const content = row === undefined ? null : readContentOf(tx, key, row.content_json)
    if (row === undefined || content === null) return []
    switch (content.kind) {
      case 'image':
      case 'video':
      case 'document':
      case 'audio':
        return [
          {
            message: key,
            chat: row.chat,
            instance: row.instance,
            at: row.at,
            kind: content.kind,
            ...toMedia(tx, row, content),
          },
        ]
      default:
        return []
    }
  })
  return { files, counts: { pictures: count('pictures'), files: count('files'), sounds: count('sounds') } }
}
