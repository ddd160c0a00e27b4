import { hideOrderToken } from '../../../api/redact.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { Message } from '../../../contract/messages.ts'
import type { StatusObservation } from '../../../contract/statuses.ts'
import { messageSelect, shownInChat, toMessages } from '../../reading/tx/message-rows.ts'
import type { MessageColumns } from '../../reading/tx/message-rows.ts'
import { toObservation } from '../../reading/tx/messages.ts'
import type { ObservationColumns } from '../../reading/tx/messages.ts'
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

  'export.instances': (
    tx: ReadTx,
    { instance }: { readonly instance: InstanceKey | null },
  ): readonly ExportedInstance[] =>
    tx.all(
      `select key, id_instance as idInstance, api_url as apiUrl, family, name from instance
       where (:instance is null or key = :instance) and not exists (select 1 from meta where meta.name = 'erase:' || key)
       order by key`,
      { instance },
    ),

  /**
   * Raw records and what the archive keeps beside them: everything a new archive can be made of. In the order of the
   * index of their ids, which do not change: each piece is found where the last one ended.
   */
  'export.archivePiece'(
    tx: ReadTx,
    input: { readonly instance: InstanceKey; readonly after: ArchivePlace; readonly limit: number },
  ): readonly ArchivedMessage[] {
    const messages = tx.all<ArchivedMessage>(
      `select m.key, c.chat_id as chatId, m.id_message as idMessage, m.raw, m.raw_source as source, m.seen_at as seenAt,
         m.texts_json as textsJson, m.at, m.at_source as atSource, m.tie
       from message m indexed by message_by_id join chat c on c.key = m.chat
       where m.instance = ? and m.id_message is not null and (m.id_message, m.key) > (?, ?) and m.raw is not null
       order by m.id_message, m.key limit ?`,
      [input.instance, input.after.idMessage, input.after.key, input.limit],
    )
    return messages.map((message) => ({ ...message, raw: hideOrderToken(message.raw) }))
  },

  'export.archiveSides'(tx: ReadTx, { instance }: { readonly instance: InstanceKey }): ArchiveSides {
    const of = `from chat c join`
    return {
      people: tx.all(
        `select id, coalesce(name, '') as name, coalesce(contact_name, '') as contactName, coalesce(phone, '') as phone,
           seen_at as at from person where instance = ?`,
        [instance],
      ),
      chats: tx.all(
        `select chat_id as chatId, coalesce(subject, '') as subject, kind as chatType, subject_at as at from chat where instance = ?`,
        [instance],
      ),
      edits: tx.all(
        `select c.chat_id as chatId, e.target_id as targetId, e.text, e.at, e.tie, e.source, e.failed ${of} edit e on e.chat = c.key where c.instance = ?`,
        [instance],
      ),
      deletions: tx.all(
        `select c.chat_id as chatId, d.target_id as targetId, d.at, d.by_id as by ${of} deletion d on d.chat = c.key where c.instance = ?`,
        [instance],
      ),
      changeEvents: tx.all(
        `select c.chat_id as chatId, e.id_message as idMessage ${of} change_event e on e.chat = c.key where c.instance = ?`,
        [instance],
      ),
      labels: tx.all(
        `select c.chat_id as chatId, l.name, l.hue ${of} chat_label cl on cl.chat = c.key join label l on l.key = cl.label
         where c.instance = ?`,
        [instance],
      ),
      notes: tx.all(
        `select c.chat_id as chatId, n.id, n.text, n.at, n.edited_at as editedAt ${of} note n on n.chat = c.key
         where c.instance = ? order by n.at`,
        [instance],
      ),
      votes: tx.all(
        `select c.chat_id as chatId, v.target_id as targetId, v.voter, v.choices_json as choicesJson, v.is_event as isEvent, v.at, v.tie
         ${of} poll_choice v on v.chat = c.key
         where c.instance = ?`,
        [instance],
      ),
    }
  },

  /** Statuses that came as events, of a piece of the messages; `last` is null when there are no more messages. */
  'export.archiveStatuses'(
    tx: ReadTx,
    input: { readonly instance: InstanceKey; readonly after: ArchivePlace; readonly limit: number },
  ): { readonly statuses: readonly ArchivedStatus[]; readonly last: ArchivePlace | null } {
    const messages = tx.all<ArchivePlace & { readonly chatId: string }>(
      `select m.key, m.id_message as idMessage, c.chat_id as chatId
       from message m indexed by message_by_id join chat c on c.key = m.chat
       where m.instance = ? and m.id_message is not null and (m.id_message, m.key) > (?, ?) and m.direction = 'outgoing'
       order by m.id_message, m.key limit ?`,
      [input.instance, input.after.idMessage, input.after.key, input.limit],
    )
    const statuses = messages.flatMap(({ key, idMessage, chatId }) =>
      tx.all<ArchivedStatus>(
        `select key, :chatId as chatId, coalesce(id_message, :idMessage) as idMessage, raw, text, service_at as serviceAt
         from observation where message = :key and source = 'notification' order by key`,
        { key, chatId, idMessage },
      ),
    )
    const last = messages.at(-1)
    return { statuses, last: last === undefined ? null : { idMessage: last.idMessage, key: last.key } }
  },
}

export interface ExportedRecord {
  /** The file's link; '' where the service gave none, null of a message without a file. */
  readonly downloadUrl: string | null
  /** The service's newest record, as text of JSON; null of what only this computer knows. */
  readonly raw: string | null
}

/** Where a piece of an archive's messages ended. */
export interface ArchivePlace {
  readonly idMessage: string
  readonly key: MessageKey
}

export interface ExportedInstance {
  readonly key: InstanceKey
  readonly idInstance: string
  readonly apiUrl: string
  readonly family: string
  readonly name: string
}

export interface ArchivedMessage {
  readonly key: MessageKey
  readonly chatId: string
  readonly idMessage: string
  readonly raw: string
  readonly source: string
  readonly seenAt: number
  /** Texts that the record does not show any more; null: none. */
  readonly textsJson: string | null
  /** Its place in its chat, epoch ms, and where that is from. */
  readonly at: number
  readonly atSource: string
  /** Its place among others of the same moment (order-seconds.ts). */
  readonly tie: string
}

export interface ArchivedStatus {
  readonly key: number
  readonly chatId: string
  readonly idMessage: string
  readonly raw: string
  readonly text: string | null
  readonly serviceAt: number | null
}

export interface ArchiveSides {
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly contactName: string
    readonly phone: string
    readonly at: number
  }[]
  readonly chats: readonly {
    readonly chatId: string
    readonly subject: string
    readonly chatType: string
    readonly at: number
  }[]
  readonly edits: readonly {
    readonly chatId: string
    readonly targetId: string
    readonly text: string
    readonly at: number
    readonly tie: string
    readonly source: string
    readonly failed: string | null
  }[]
  readonly changeEvents: readonly { readonly chatId: string; readonly idMessage: string }[]
  readonly deletions: readonly {
    readonly chatId: string
    readonly targetId: string
    readonly at: number
    readonly by: string | null
  }[]
  readonly labels: readonly { readonly chatId: string; readonly name: string; readonly hue: number }[]
  readonly notes: readonly {
    readonly chatId: string
    readonly id: string
    readonly text: string
    readonly at: number
    readonly editedAt: number | null
  }[]
  readonly votes: readonly {
    readonly chatId: string
    readonly targetId: string
    readonly voter: string
    readonly choicesJson: string
    readonly isEvent: number
    readonly at: number
    readonly tie: string
  }[]
}
