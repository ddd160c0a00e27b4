import { undoSendMs, fileKindOf, mostFiles, mostFileBytes, mostReplyFiles } from '../../../contract/values.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, ProgramKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { OutgoingFile, TrayFile } from '../../../contract/uploads.ts'
import { checkSize, fileRulesOf } from '../../accounts/tx/file-rules.ts'
import { storeFile, type CachedFile } from '../../media/tx/store-file.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { nameAsFile } from '../rules/file-name.ts'
import { programFileReads, programFileWrites } from './program-files.ts'
import { checkRoom, spoolBytes } from './spool-room.ts'
import { deleteUpload, insertUpload, releaseUnsent, updateUpload } from '../../messages/outbox/tx/upload-row.ts'
import { longestLinkMs } from '../../messages/outbox/rules/file-link.ts'

interface StoredFile {
  readonly name: string
  readonly bytes: number
  readonly ref: string
}

/** All bytes of a file of a quick reply are there. False: it is none, or nobody wants it any more. */
function storeWholeReplyFile(tx: Tx, id: string, file: CachedFile): boolean {
  if (tx.get('select 1 from quick_reply_file where id = ?', [id]) === undefined) return false
  storeFile(tx, file)
  tx.run('update quick_reply_file set ref = ? where id = ?', [file.ref, id])
  tx.changed({ kind: 'quickReplies' })
  return true
}

const replyFileWrites = {
  /** Makes room for a file of a quick reply. Throws the errors of quickReplies.addFile. */
  'uploads.beginForReply'(
    tx: Tx,
    input: {
      readonly id: string
      readonly reply: QuickReplyKey
      readonly name: string
      readonly bytes: number
      readonly spoolLimit: number
    },
  ): void {
    const { id, reply, name, bytes, spoolLimit } = input
    if (tx.get('select 1 from quick_reply where key = ?', [reply]) === undefined) throw new ContractError('notFound')
    if (bytes === 0) throw new ContractError('fileEmpty')
    if (bytes > mostFileBytes) throw new ContractError('fileTooLarge', { details: { bytes, limit: mostFileBytes } })
    const there = tx.get<{ count: number; next: number }>(
      `select count(*) as count, coalesce(max(position), 0) + 1 as next from quick_reply_file where reply = ?`,
      [reply],
    )
    if ((there?.count ?? 0) >= mostReplyFiles)
      throw new ContractError('tooManyFiles', { details: { limit: mostReplyFiles } })
    checkRoom(tx, bytes, spoolLimit)
    tx.run('insert into quick_reply_file (id, reply, position, name, bytes) values (?, ?, ?, ?, ?)', [
      id,
      reply,
      there?.next ?? 1,
      name,
      bytes,
    ])
    tx.changed({ kind: 'quickReplies' })
  },

  'uploads.removeFromReply'(tx: Tx, input: { readonly files: readonly string[] }): void {
    const { changes } = tx.run('delete from quick_reply_file where id in (select value from json_each(?))', [
      JSON.stringify(input.files),
    ])
    if (changes === 0) return
    tx.changed({ kind: 'quickReplies' })
    tx.changed({ kind: 'storage' })
  },

  /**
   * Puts the files of a quick reply behind those in the composer of a chat. `ids`: for as many as there may be. Throws
   * the errors of uploads.addFromReply, and changes nothing then.
   */
  'uploads.addFromReply'(
    tx: Tx,
    input: {
      readonly chat: ChatKey
      readonly reply: QuickReplyKey
      readonly ids: readonly string[]
      readonly most: number
    },
  ): number {
    const { chat, reply, ids, most } = input
    const { maxBytes } = fileRulesOf(tx, chat)
    const files = tx.all<StoredFile>(
      'select name, bytes, ref from quick_reply_file where reply = ? and ref is not null order by position',
      [reply],
    )
    const waiting = tx.get<{ count: number; next: number }>(
      'select count(*) as count, coalesce(max(position), 0) + 1 as next from upload where chat = ? and message is null',
      [chat],
    )
    if ((waiting?.count ?? 0) + files.length > most)
      throw new ContractError('tooManyFiles', { details: { limit: most } })
    for (const { name, bytes } of files) {
      const limit = maxBytes[fileKindOf(name)]
      if (bytes > limit) throw new ContractError('fileTooLarge', { details: { bytes, limit } })
    }
    for (const [index, { name, bytes, ref }] of files.entries()) {
      const id = ids[index]
      if (id === undefined) break
      insertUpload(tx, { id, chat, position: (waiting?.next ?? 1) + index, name, bytes })
      updateUpload(tx, id, { ref })
    }
    if (files.length > 0) tx.changed({ kind: 'uploads', chat })
    return files.length
  },
}

interface Row {
  readonly upload: string
  readonly name: string
  readonly bytes: number
  readonly caption: string
  readonly as_file: number
  readonly ref: string | null
}

const isInComposer = (tx: ReadTx, id: string, chat: ChatKey): boolean =>
  tx.get('select 1 from upload where id = ? and chat = ? and message is null', [id, chat]) !== undefined

export const uploadWrites = {
  ...replyFileWrites,
  ...programFileWrites,

  /** Makes room for a file that is to come. Throws what the contract says of uploads.begin, and `notFound`. */
  'uploads.begin'(
    tx: Tx,
    input: {
      readonly id: string
      readonly chat: ChatKey
      readonly name: string
      readonly bytes: number
      readonly asFile: boolean
      readonly spoolLimit: number
    },
  ): void {
    const { bytes, chat, asFile } = input
    if (bytes === 0) throw new ContractError('fileEmpty')
    checkSize(fileRulesOf(tx, chat), asFile ? nameAsFile(input.name) : input.name, bytes)
    const waiting = tx.get<{ count: number; next: number }>(
      'select count(*) as count, coalesce(max(position), 0) + 1 as next from upload where chat = ? and message is null',
      [chat],
    )
    if ((waiting?.count ?? 0) >= mostFiles) throw new ContractError('tooManyFiles', { details: { limit: mostFiles } })
    checkRoom(tx, bytes, input.spoolLimit)
    insertUpload(tx, { id: input.id, chat, position: waiting?.next ?? 1, name: input.name, bytes })
    announce(tx, chat)
  },

  /** All bytes are there, under this name among the media. False: nobody wants them any more. */
  'uploads.whole'(tx: Tx, input: { readonly id: string; readonly file: CachedFile }): boolean {
    const chat = tx.get<{ chat: ChatKey }>('select chat from upload where id = ?', [input.id])?.chat
    if (chat === undefined) return storeWholeReplyFile(tx, input.id, input.file)
    storeFile(tx, input.file)
    updateUpload(tx, input.id, { ref: input.file.ref })
    announce(tx, chat)
    return true
  },

  'uploads.discard'(tx: Tx, input: { readonly uploads: readonly string[] }): void {
    for (const id of input.uploads) {
      const chat = tx.get<{ chat: ChatKey }>('select chat from upload where id = ? and message is null', [id])?.chat
      if (chat === undefined) continue
      deleteUpload(tx, id)
      announce(tx, chat)
    }
  },

  'uploads.arrange'(tx: Tx, input: { readonly chat: ChatKey; readonly files: readonly OutgoingFile[] }): void {
    for (const [index, { upload, caption, asFile }] of input.files.entries()) {
      if (isInComposer(tx, upload, input.chat))
        updateUpload(tx, upload, { position: index + 1, caption, as_file: asFile })
    }
    announce(tx, input.chat)
  },

  /**
   * Lets go of what nobody waits for: files of drafts, those that programs handed in, and those of messages that did
   * not go and don't go by themselves, hidden ones and those of removed instances among them.
   */
  'uploads.clear'(tx: Tx): void {
    for (const chat of releaseUnsent(tx)) announce(tx, chat)
    tx.run('delete from program_upload')
    tx.changed({ kind: 'storage' })
  },
}

export const uploadReads = {
  ...programFileReads,

  'uploads.tray': (tx: ReadTx, input: { readonly chat: ChatKey }): readonly TrayFile[] =>
    tx
      .all<Row>(
        `select id as upload, name, bytes, caption, as_file, ref from upload where chat = ? and message is null order by position`,
        [input.chat],
      )
      .map(({ upload, name, bytes, caption, as_file, ref }) => ({
        upload,
        name,
        bytes,
        kind: fileKindOf(name),
        caption,
        asFile: as_file === 1,
        ref,
      })),

  'uploads.bytes': (tx: ReadTx): number => spoolBytes(tx),

  /** Files of messages that wait for their upload, in the order in which they were written; those of people first. */
  /** Those of sends that can still be undone wait: nothing of these leaves. */
  'uploads.due'(tx: ReadTx, input: { readonly instance: InstanceKey }): readonly DueUpload[] {
    return tx.all<DueUpload>(
      `select o.message, o.created_at as createdAt, c.chat_id as chatId, o.chat, u.id as upload, u.name, u.as_file as asFile, u.bytes, u.ref, o.program
       from outbox o join upload u on u.message = o.message join chat c on c.key = o.chat join message m on m.key = o.message
       where o.instance = :instance and o.state = 'queued' and o.parked = 0 and o.due_at is null and u.direct = 0 and m.hidden_at is null
         and (u.link is null or u.link_until not between :now + 1 and :now + ${longestLinkMs})
         and not (o.wait_kind is 'undoable' and o.next_try_at between :now + 1 and :now + ${undoSendMs})
       order by o.program is not null, o.seq limit 20`,
      { instance: input.instance, now: tx.now },
    )
  },
}

/** The file of a message that waits for its upload. */
export interface DueUpload {
  readonly message: MessageKey
  readonly createdAt: number
  readonly chat: ChatKey
  readonly chatId: string
  readonly upload: string
  readonly name: string
  readonly asFile: 0 | 1
  readonly bytes: number
  readonly ref: string | null
  /** The program that sends it; null: a person. */
  readonly program: ProgramKey | null
}

function announce(tx: Tx, chat: ChatKey): void {
  tx.changed({ kind: 'uploads', chat })
}
