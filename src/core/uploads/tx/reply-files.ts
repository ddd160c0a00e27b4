import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, QuickReplyKey } from '../../../contract/ids.ts'
import { fileKindOf, mostFileBytes, mostReplyFiles } from '../../../contract/values.ts'
import type { CachedFile } from '../../media/tx/store-file.ts'
import { storeFile } from '../../media/tx/store-file.ts'
import { fileRulesOf } from '../../accounts/tx/file-rules.ts'
import { insertUpload, updateUpload } from '../../messages/outbox/tx/upload-row.ts'
import type { Tx } from '../../store/tx.ts'
import { checkRoom } from './spool-room.ts'

interface StoredFile {
  readonly name: string
  readonly bytes: number
  readonly ref: string
}

/** All bytes of a file of a quick reply are there. False: it is none, or nobody wants it any more. */
export function storeWholeReplyFile(tx: Tx, id: string, file: CachedFile): boolean {
  if (tx.get('select 1 from quick_reply_file where id = ?', [id]) === undefined) return false
  storeFile(tx, file)
  tx.run('update quick_reply_file set ref = ? where id = ?', [file.ref, id])
  tx.changed({ kind: 'quickReplies' })
  return true
}

export const replyFileWrites = {
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
