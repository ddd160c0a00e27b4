import { hideOrderToken } from '../../../api/redact.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, MessageKey } from '../../../contract/ids.ts'
import type { Message } from '../../../contract/messages.ts'
import type { StatusObservation } from '../../../contract/statuses.ts'
import { messageSelect, shownInChat, toMessages, type MessageColumns } from '../../reading/tx/message-rows.ts'
import { toObservation, type ObservationColumns } from '../../reading/tx/messages.ts'
import { knownPerson, writtenInGroups } from '../../messages/archive/tx/person-cards.ts'
import type { ReadTx } from '../../store/tx.ts'

export interface ExportCursor {
  readonly unsent: number
  readonly at: number
  readonly tie: string
}

export interface ExportedChat {
  readonly chatId: string
  readonly title: string
  readonly kind: string
  readonly idInstance: string
  readonly instanceName: string
}

/** Most messages in groups that a page of a person has. */
const mostInGroups = 20_000

export interface PersonExport {
  readonly title: string
  /** The person's chats, and of groups what the person wrote in them. */
  readonly chats: readonly { readonly chat: ChatKey; readonly messages: readonly MessageKey[] | null }[]
  /** Names, facts and notes that people here wrote down. */
  readonly notes: readonly string[]
  readonly exportedAt: number
}

export const exportReads = {
  /** Throws ContractError `notFound`. */
  'export.chatHead'(tx: ReadTx, { chat }: { readonly chat: ChatKey }): ExportedChat {
    const row = tx.get<ExportedChat>(
      `select c.chat_id as chatId, c.title, c.kind, i.id_instance as idInstance, i.name as instanceName
       from chat c join instance i on i.key = c.instance where c.key = ?`,
      [chat],
    )
    if (row === undefined) throw new ContractError('notFound')
    return row
  },

  /** Throws ContractError `notFound`, and `notPerson` of a group. */
  'export.person'(tx: ReadTx, { chat }: { readonly chat: ChatKey }): Omit<PersonExport, 'exportedAt'> {
    const { chats, cards, ids } = knownPerson(tx, chat)
    const given = {
      chats: JSON.stringify(chats),
      cards: JSON.stringify(cards),
      ids: JSON.stringify(ids.map(([, id]) => id)),
    }
    const inGroups = tx.all<{ chat: ChatKey; key: MessageKey }>(
      `select m.chat, m.key from ${writtenInGroups}
       order by m.chat, m.at limit ${mostInGroups}`,
      { ids: given.ids },
    )
    const title = tx.get<{ title: string }>('select title from chat where key = ?', [chat])?.title ?? ''
    const notes = tx.all<{ text: string }>(
      `select name as text from person_card where key in (select value from json_each(:cards)) and name <> ''
       union all select name || ': ' || value from person_field where card in (select value from json_each(:cards))
       union all select text from note where chat in (select value from json_each(:chats))`,
      { chats: given.chats, cards: given.cards },
    )
    return {
      title,
      notes: notes.map(({ text }) => text),
      chats: [
        ...chats.map((one) => ({ chat: one, messages: null })),
        ...[...Map.groupBy(inGroups, (row) => row.chat)].map(([group, rows]) => ({
          chat: group,
          messages: rows.map(({ key }) => key),
        })),
      ],
    }
  },

  /** Messages of a chat, oldest first, after a place; all of them, or a selection. */
  'export.messages'(
    tx: ReadTx,
    input: {
      readonly chat: ChatKey
      readonly messages: readonly MessageKey[] | null
      readonly after: ExportCursor | null
      readonly limit: number
    },
  ): { readonly messages: readonly Message[]; readonly last: ExportCursor | null } {
    const { after, messages } = input
    const rows = tx.all<MessageColumns>(
      `${messageSelect} where m.chat = ? and ${shownInChat}
         ${messages === null ? '' : 'and m.key in (select value from json_each(?))'}
         ${after === null ? '' : 'and (m.unsent, m.at, m.tie) > (?, ?, ?)'}
       order by m.unsent, m.at, m.tie limit ?`,
      [
        input.chat,
        ...(messages === null ? [] : [JSON.stringify(messages)]),
        ...(after === null ? [] : [after.unsent, after.at, after.tie]),
        input.limit,
      ],
    )
    const last = rows.at(-1)
    return {
      messages: toMessages(tx, rows),
      last: last === undefined ? null : { unsent: last.unsent, at: last.at, tie: last.tie },
    }
  },

  /** Stored facts of messages that the window does not show. */
  'export.records'(
    tx: ReadTx,
    { messages }: { readonly messages: readonly MessageKey[] },
  ): ReadonlyMap<MessageKey, ExportedRecord> {
    const rows = tx.all<{ readonly key: MessageKey; readonly raw: string | null; readonly content_json: string }>(
      'select key, raw, content_json from message where key in (select value from json_each(?))',
      [JSON.stringify(messages)],
    )
    return new Map(
      rows.map(({ key, raw, content_json }) => {
        const content = readContentOf(tx, key, content_json)
        const shown = raw === null ? null : hideOrderToken(raw)
        return [key, { downloadUrl: 'downloadUrl' in content ? content.downloadUrl : null, raw: shown }]
      }),
    )
  },

  'export.thumbnails': (
    tx: ReadTx,
    { refs }: { readonly refs: readonly string[] },
  ): readonly { readonly ref: string; readonly mimeType: string; readonly bytes: Uint8Array }[] =>
    tx.all('select ref, mime_type as mimeType, bytes from thumbnail where ref in (select value from json_each(?))', [
      JSON.stringify(refs),
    ]),

  'export.observations'(
    tx: ReadTx,
    { messages }: { readonly messages: readonly MessageKey[] },
  ): ReadonlyMap<MessageKey, readonly StatusObservation[]> {
    const found = new Map<MessageKey, StatusObservation[]>()
    for (const row of tx.all<ObservationColumns & { readonly message: MessageKey }>(
      `select message, source, raw, status, reason, text, service_at, seen_at from observation
       where message in (select value from json_each(?)) order by message, key`,
      [JSON.stringify(messages)],
    )) {
      const known = found.get(row.message)
      if (known === undefined) found.set(row.message, [toObservation(row)])
      else known.push(toObservation(row))
    }
    return found
  },
}

export interface ExportedRecord {
  /** The file's link; '' where the service gave none, null of a message without a file. */
  readonly downloadUrl: string | null
  /** The service's newest record, as text of JSON; null of what only this computer knows. */
  readonly raw: string | null
}
