import { undoSendMs } from '../../../contract/values.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, ProgramKey } from '../../../contract/ids.ts'
import type { OutgoingFile, TrayFile } from '../../../contract/uploads.ts'
import { fileKindOf, mostFiles } from '../../../contract/values.ts'
import { checkSize, fileRulesOf } from '../../accounts/tx/file-rules.ts'
import { storeFile } from '../../media/tx/store-file.ts'
import type { CachedFile } from '../../media/tx/store-file.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { nameAsFile } from '../rules/file-name.ts'
import { programFileReads, programFileWrites } from './program-files.ts'
import { replyFileWrites, storeWholeReplyFile } from './reply-files.ts'
import { checkRoom, spoolBytes } from './spool-room.ts'
import { deleteUpload, insertUpload, releaseUnsent, updateUpload } from '../../messages/outbox/tx/upload-row.ts'

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
         and (u.link is null or u.link_until <= :now)
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
