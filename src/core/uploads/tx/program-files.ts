import type { ProgramKey } from '../../../contract/ids.ts'
import { storeFile, type CachedFile } from '../../media/tx/store-file.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { mostWaitingOfProgram, programFileLifetimeMs } from '../rules/program-file-limits.ts'
import { checkRoom } from './spool-room.ts'

/** A file that a program handed in, and no message has taken yet. */
export interface ProgramFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly ref: string
  /** MIME type, by its first bytes. */
  readonly mime: string | null
}

const waitingBytes = (tx: ReadTx, program: ProgramKey): number =>
  tx.get<{ bytes: number }>('select coalesce(sum(bytes), 0) as bytes from program_upload where program = ?', [program])
    ?.bytes ?? 0

/** Null: there is none, or it is another program's. */
export const findProgramFile = (tx: ReadTx, program: ProgramKey, id: string): ProgramFile | null =>
  tx.get<ProgramFile>(
    `select u.id, u.name, u.bytes, u.ref, f.mime_type as mime from program_upload u left join media_file f on f.ref = u.ref
     where u.id = ? and u.program = ?`,
    [id, program],
  ) ?? null

/** A message has taken the file. Handed in once more, it is good for another one. */
export function releaseProgramFile(tx: Tx, { id }: ProgramFile): void {
  tx.run('update program_upload set times = times - 1 where id = ?', [id])
  tx.run('delete from program_upload where id = ? and times = 0', [id])
}

export const programFileWrites = {
  /** Keeps a whole file. False: the program has no room for it. Throws ContractError `spoolFull`. */
  'uploads.storeOfProgram'(
    tx: Tx,
    input: {
      readonly id: string
      readonly program: ProgramKey
      readonly name: string
      readonly file: CachedFile
      readonly spoolLimit: number
    },
  ): boolean {
    const { id, program, name, file, spoolLimit } = input
    const again = tx.run('update program_upload set times = times + 1, created_at = ? where id = ?', [tx.now, id])
    if (again.changes === 0 && waitingBytes(tx, program) + file.bytes > mostWaitingOfProgram) return false
    if (again.changes === 0) checkRoom(tx, file.bytes, spoolLimit)
    storeFile(tx, file)
    if (again.changes > 0) return true
    tx.run('insert into program_upload (id, program, name, bytes, ref, created_at) values (?, ?, ?, ?, ?, ?)', [
      ...[id, program, name, file.bytes, file.ref, tx.now],
    ])
    tx.changed({ kind: 'storage' })
    return true
  },

  /** Lets go of files that no message took in time, and answers their refs. */
  'uploads.expireOfPrograms'(tx: Tx): readonly string[] {
    const gone = tx.all<{ ref: string }>('delete from program_upload where created_at < ? returning ref', [
      tx.now - programFileLifetimeMs,
    ])
    if (gone.length > 0) tx.changed({ kind: 'storage' })
    return gone.map(({ ref }) => ref)
  },
}

export const programFileReads = {
  /** Bytes that a program may still hand in. */
  'uploads.roomOfProgram': (tx: ReadTx, { program }: { readonly program: ProgramKey }): number =>
    Math.max(0, mostWaitingOfProgram - waitingBytes(tx, program)),
}
