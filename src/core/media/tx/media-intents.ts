import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import { ContractError } from '../../../contract/errors.ts'
import { forgetUnshown } from '../../erasing/tx/erase-some.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { MediaState } from '../../../contract/media.ts'
import type { StoredContent } from '../../messages/content/rules/stored-content.ts'
import { toMediaState, type MediaColumns } from '../rules/media-state.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { storeFile, storeMessageFile, type CachedFile } from './store-file.ts'
import { forgetInstanceAvatars } from '../../accounts/tx/instance-row.ts'
import { forgetChatAvatars } from '../../messages/archive/tx/chat-row.ts'

export interface MediaSource {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly idMessage: string | null
  readonly kind: StoredContent['kind']
  readonly downloadUrl: string
  /** The ids by which the service may know a call, whose recording is its file; empty for others. */
  readonly callIds: readonly string[]
  readonly state: MediaState
}

type FailedCode = Extract<MediaState, { kind: 'failed' }>['code']

const announce = (tx: Tx, message: MessageKey) => {
  const place = tx.get<{ instance: InstanceKey; chat: ChatKey }>('select instance, chat from message where key = ?', [
    message,
  ])
  tx.changed({ kind: 'media', message })
  if (place !== undefined) tx.changed({ kind: 'messages', ...place, messages: [message] })
}

/** Removes files from the books: what showed them reads as not fetched, avatars as not asked for. */
function forget(tx: Tx, refs: readonly string[]): void {
  const list = JSON.stringify(refs)
  const messages = tx.all<{ message: MessageKey }>(
    'select message from message_media where ref in (select value from json_each(?))',
    [list],
  )
  tx.run('delete from message_media where ref in (select value from json_each(?))', [list])
  forgetChatAvatars(tx, refs)
  forgetInstanceAvatars(tx, refs)
  tx.run('delete from media_file where ref in (select value from json_each(?))', [list])
  for (const { message } of messages) announce(tx, message)
}

/** Of `media_file`: no upload, no quick reply and no program needs it. */
const unpinned = `not exists (select 1 from upload u where u.ref = media_file.ref and u.pinned = 1)
  and not exists (select 1 from quick_reply_file q where q.ref = media_file.ref)
  and not exists (select 1 from program_upload p where p.ref = media_file.ref)`

export const mediaWrites = {
  'media.storeFile'(tx: Tx, input: CachedFile): void {
    storeFile(tx, input)
  },
  /** False: the message was erased meanwhile. */
  'media.fetched'(tx: Tx, input: { readonly message: MessageKey; readonly file: CachedFile }): boolean {
    if (tx.get('select key from message where key = ?', [input.message]) === undefined) return false
    storeFile(tx, input.file)
    storeMessageFile(tx, input.message, input.file.ref)
    announce(tx, input.message)
    return true
  },
  'media.failed'(
    tx: Tx,
    input: { readonly message: MessageKey; readonly code: FailedCode; readonly text: string | null },
  ): void {
    if (tx.get('select key from message where key = ?', [input.message]) === undefined) return
    tx.run('insert or replace into message_media (message, failed_code, failed_text, tried_at) values (?, ?, ?, ?)', [
      input.message,
      input.code,
      input.text,
      tx.now,
    ])
    announce(tx, input.message)
  },
  'media.used'(tx: Tx, input: { readonly refs: readonly string[] }): void {
    tx.run('update media_file set used_at = ? where ref in (select value from json_each(?))', [
      tx.now,
      JSON.stringify(input.refs),
    ])
  },
  'media.forget'(tx: Tx, input: { readonly refs: readonly string[] }): void {
    forget(tx, input.refs)
  },
  /** Forgets those of some files that nothing shows any more. Their bytes are the caller's to delete. */
  'media.forgetUnshown': (tx: Tx, input: { readonly refs: readonly string[] }): readonly string[] =>
    forgetUnshown(tx, input.refs),
  /**
   * Makes room: the refs that were used longest ago, until the rest fits. Their files are the caller's to delete. Files
   * that wait to be sent have room of their own, and stay.
   */
  'media.evict'(tx: Tx, input: { readonly maxBytes: number }): readonly string[] {
    let bytes = tx.get<{ n: number | null }>(`select sum(bytes) as n from media_file where ${unpinned}`)?.n ?? 0
    const refs: string[] = []
    if (bytes <= input.maxBytes) return refs
    for (const row of tx.iterate<{ ref: string; bytes: number }>(
      `select ref, bytes from media_file where ${unpinned} order by used_at, ref`,
    )) {
      if (bytes <= input.maxBytes) break
      refs.push(row.ref)
      bytes -= row.bytes
    }
    forget(tx, refs)
    return refs
  },
}

export const mediaReads = {
  /** Throws ContractError `notFound` for a message that is gone or has no file. */
  'media.source'(tx: ReadTx, input: { readonly message: MessageKey }): MediaSource {
    const row = tx.get<
      MediaColumns & { instance: InstanceKey; chat_id: string; id_message: string | null; content_json: string }
    >(
      `select m.instance, c.chat_id, m.id_message, m.content_json, mm.ref as media_ref, mm.failed_code, mm.failed_text,
         f.bytes as file_bytes, f.mime_type as file_mime, f.width as file_width, f.height as file_height
       from message m join chat c on c.key = m.chat left join message_media mm on mm.message = m.key
         left join media_file f on f.ref = mm.ref where m.key = ?`,
      [input.message],
    )
    if (row === undefined) throw new ContractError('notFound')
    const content = readContentOf(tx, input.message, row.content_json)
    if (!('downloadUrl' in content) && content.kind !== 'call') throw new ContractError('notFound')
    return {
      instance: row.instance,
      chatId: row.chat_id,
      idMessage: row.id_message,
      kind: content.kind,
      ...(content.kind === 'call'
        ? { downloadUrl: '', callIds: [content.otherId, row.id_message].filter((id) => id != null) }
        : { downloadUrl: content.downloadUrl, callIds: [] }),
      state: toMediaState(row),
    }
  },
  'media.file': (
    tx: ReadTx,
    input: { readonly ref: string },
  ): { readonly mimeType: string; readonly bytes: number } | null =>
    tx.get<{ mimeType: string; bytes: number }>('select mime_type as mimeType, bytes from media_file where ref = ?', [
      input.ref,
    ]) ?? null,
  'media.thumbnail': (
    tx: ReadTx,
    input: { readonly ref: string },
  ): { readonly mimeType: string; readonly bytes: Uint8Array } | null =>
    tx.get<{ mimeType: string; bytes: Uint8Array }>(
      'select mime_type as mimeType, bytes from thumbnail where ref = ?',
      [input.ref],
    ) ?? null,
  'media.bytes': (tx: ReadTx): number => tx.get<{ n: number | null }>('select sum(bytes) as n from media_file')?.n ?? 0,
  /** Of these refs those that have a row, as a file or as a preview. */
  'media.known': (tx: ReadTx, input: { readonly refs: readonly string[] }): readonly string[] =>
    input.refs.filter(
      (ref) =>
        tx.get('select 1 from media_file where ref = :ref union all select 1 from thumbnail where ref = :ref limit 1', {
          ref,
        }) !== undefined,
    ),
  /** Of these messages, those that came by themselves and whose file was not asked for yet. */
  'media.unfetched': (tx: ReadTx, input: { readonly messages: readonly MessageKey[] }): readonly MessageKey[] =>
    tx
      .all<{ key: MessageKey }>(
        `select m.key from message m left join message_media mm on mm.message = m.key
         where m.key in (select value from json_each(?)) and mm.message is null and m.live = 1 and m.deleted = 0
           and m.content_kind in ('image', 'video', 'document', 'audio', 'sticker')
           and json_valid(m.content_json) and json_extract(m.content_json, '$.downloadUrl') <> ''`,
        [JSON.stringify(input.messages)],
      )
      .map(({ key }) => key),
}
