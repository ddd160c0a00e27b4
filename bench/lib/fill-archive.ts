import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { indexedText } from '../../src/core/messages/content/rules/search-text.ts'
import { searchMark } from '../../src/core/messages/archive/tx/search-index.ts'
import { openDatabase } from '../../src/core/store/engine/database.ts'
import { migrate } from '../../src/core/store/engine/migrate.ts'
import { storeSchema } from '../../src/core/schema/store-schema.ts'
import { storeFileName } from '../../src/core/store/client/open-store.ts'

export interface ArchiveSize {
  readonly messages: number
  readonly chats: number
  /** Of the first chat; the others share the rest. */
  readonly largest: number
  /** Every so many messages is one of the account's own. */
  readonly ownEvery: number
  readonly observationsPerOwn: number
}

const day = 86_400_000
export const fillNow = Date.UTC(2026, 10, 20, 12)
const stems =
  'order delivery invoice payment shelf tomorrow please driver address warehouse счёт доставка заказ склад завтра привет спасибо chair label damaged receipt road schedule colour'.split(
    ' ',
  )
const statuses = [
  'read',
  'read',
  'read',
  'delivered',
  'delivered',
  'sent',
  'sent',
  'pending',
  'failed',
  'none',
] as const
const kinds = ['text', 'text', 'text', 'text', 'text', 'text', 'text', 'image', 'document', 'audio'] as const

/**
 * An archive as large as asked for in `folder`, made by the schema's own tables without a service: 2 instances, texts
 * of some 3,000 different words in two scripts. Without statistics of its indexes, as every store of the product. Kept
 * for the next run of the same size.
 */
export function fillArchive(folder: string, size: ArchiveSize): string {
  const dir = path.join(folder, Object.values(size).join('-'))
  if (existsSync(path.join(dir, storeFileName))) return dir
  mkdirSync(dir, { recursive: true })
  const unfinished = path.join(dir, 'unfinished.db')
  const db = openDatabase(unfinished)
  migrate(db, storeSchema)
  db.exec('pragma synchronous = off; pragma cache_size = -200000')
  db.function('indexed_text', { deterministic: true }, (text) => indexedText(String(text)))
  fill(db, size)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
  renameSync(unfinished, path.join(dir, storeFileName))
  return dir
}

function fill(db: DatabaseSync, size: ArchiveSize): void {
  db.exec('begin')
  const account = db.prepare(
    `insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, wid, created_at)
     values (?, 'https://api.example', 'v3', '/v3', ?, 'teal', 'full', ?, ?, 0)`,
  )
  for (let index = 0; index < 2; index++)
    account.run(`110100000${index}`, `Shop ${index}`, index, `7999000000${index}@c.us`)
  const chat = db.prepare(
    `insert into chat (instance, chat_id, kind, title, title_folded, last_at, list_at, read_at, unread) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const alias = db.prepare(`insert into chat_alias (instance, alias, chat, evidence) values (?, ?, ?, 'id')`)
  for (let key = 1; key <= size.chats; key++) {
    const instance = 1 + (key % 2)
    const isGroup = key % 10 === 0
    const chatId = isGroup ? `-1000${key}` : `7999${String(key).padStart(7, '0')}@c.us`
    const title = isGroup ? `Group ${key}` : `Customer ${key}`
    chat.run(
      instance,
      chatId,
      isGroup ? 'group' : 'user',
      title,
      title.toLowerCase(),
      fillNow - key * 60_000,
      fillNow - key * 60_000,
      0,
      key % 5 === 0 ? 3 : 0,
    )
    alias.run(instance, chatId, key)
  }
  const message = db.prepare(
    `insert into message (key, instance, chat, id_message, direction, at, at_source, tie, type_message, content_kind, text, content_json,
       sender_id, sender_name, sent_by_api, status, status_source, status_at, raw, raw_source, raw_at, fts, live, seen_at)
     values (?, ?, ?, ?, ?, ?, 'accepted', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'getChatHistory', ?, ?, 1, ?)`,
  )
  const observation = db.prepare(
    `insert into observation (message, id_message, source, raw, status, service_at, seen_at) values (?, ?, 'notification', ?, ?, ?, ?)`,
  )
  const span = 365 * day
  for (let key = 1; key <= size.messages; key++) {
    const chatKey = key <= size.largest ? 1 : 2 + (key % (size.chats - 1))
    const instance = 1 + (chatKey % 2)
    const at = fillNow - span + Math.floor((key <= size.largest ? key / size.largest : key / size.messages) * span)
    const own = key % size.ownEvery === 0
    const kind = kinds[(key * 7) % kinds.length] ?? 'text'
    const text = textOf(key)
    const content =
      kind === 'text'
        ? { kind, text, preview: null }
        : {
            kind,
            caption: text,
            downloadUrl: 'https://files.example/x',
            fileName: `file${key}.bin`,
            mimeType: '',
            animated: null,
            thumbnail: null,
          }
    const status = own ? (statuses[(key / size.ownEvery) % statuses.length] ?? 'read') : null
    const idMessage = String(100_000_000_000_000_000n + BigInt(key))
    const fts = Math.floor(at / 1000) * 2 ** 20 + (key % 2 ** 20)
    const raw = JSON.stringify({ idMessage, textMessage: text, timestamp: at / 1000, typeMessage: `${kind}Message` })
    message.run(
      key,
      instance,
      chatKey,
      idMessage,
      own ? 'outgoing' : 'incoming',
      at,
      `018${idMessage}`,
      `${kind}Message`,
      kind,
      text,
      JSON.stringify(content),
      own ? '' : `p${chatKey % 500}`,
      own ? '' : `Person ${chatKey % 500}`,
      own ? 1 : null,
      status,
      own ? 'notification' : null,
      own ? at + 5000 : null,
      raw,
      at,
      fts,
      at,
    )
    if (own) {
      for (let index = 0; index < size.observationsPerOwn; index++) {
        observation.run(key, idMessage, 'sent', status ?? 'sent', at + index * 1000, at + index * 1000)
      }
    }
  }
  db.exec(`
    insert into message_fts (rowid, body, mark) select fts, indexed_text(text), ${searchMark} from message order by fts;
    update chat set last_message = (select key from message where chat = chat.key order by unsent desc, at desc, tie desc limit 1);
    update chat set last_at = (select at from message where key = last_message), list_at = (select at from message where key = last_message);
    commit`)
}

function textOf(key: number): string {
  const length = 4 + (key % 12)
  const words: string[] = []
  for (let index = 0; index < length; index++) {
    const mixed = Math.imul(key * 31 + index, 2_654_435_761) >>> 0
    const stem = stems[mixed % stems.length] ?? ''
    words.push(mixed % 3 === 0 ? `${stem}${mixed % 150}` : stem)
  }
  return words.join(' ')
}
