import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProgramKey } from '../../contract/ids.ts'
import type { CalledFile } from '../programs/desk/program-operations.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import type { RunDirectory } from '../base/run-directory.ts'
import type { FileContent } from '../media/media-cache.ts'
import type { MediaService } from '../media/create-media.ts'
import { sniffedBytes } from '../media/sniff.ts'
import { sentName } from './rules/file-name.ts'
import { mostFileBytes } from '../../contract/values.ts'
import { mostParallelOfProgram } from './rules/program-file-limits.ts'
import type { CoreBase } from '../base/core-base.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { uploadWrites, uploadReads } from './tx/uploads-intents.ts'

/** The store, with the writes and reads that this room calls. */
type UploadsStore = StoreOf<typeof uploadWrites, typeof uploadReads & typeof settingsReads>

export interface UploadsBase extends CoreBase {
  readonly store: UploadsStore
}

interface HandedInFile extends CalledFile {
  readonly program: Pick<Program, 'key' | 'id'>
  /** As the program names it. */
  readonly name: string
}

type HandIn =
  | { readonly kind: 'stored'; readonly upload: string; readonly name: string; readonly bytes: number }
  /** `noRoom`: of the program. */
  | { readonly kind: 'fileTooLarge' | 'fileEmpty' | 'noRoom' | 'tooMany' }

export interface ProgramUploads {
  /**
   * Writes a file of a program to the disk as it comes. Whatever ends it early, nothing stays. Rejects with the body's
   * error, the system's, those of the store, and ContractError `spoolFull`.
   */
  take(file: HandedInFile): Promise<HandIn>
  /** Removes files that no message took in time. */
  expire(): Promise<void>
}

interface Deps extends Pick<UploadsBase, 'store' | 'ids'> {
  readonly directory: RunDirectory
  readonly media: Pick<MediaService, 'adopt' | 'removeUnshown'>
}

export function createProgramUploads({ store, ids, directory, media }: Deps): ProgramUploads {
  const underWay = new Map<ProgramKey, number>()
  const count = (program: ProgramKey, by: number) => {
    const next = (underWay.get(program) ?? 0) + by
    if (next > 0) underWay.set(program, next)
    else underWay.delete(program)
  }

  const takeFile = async ({
    program: { key: program, id: programId },
    name: given,
    type,
    bytes,
    body,
  }: HandedInFile): Promise<HandIn> => {
    if (bytes !== null && bytes > mostFileBytes) return { kind: 'fileTooLarge' }
    const room = await store.read('uploads.roomOfProgram', { program })
    if ((bytes ?? 1) > room) return { kind: 'noRoom' }
    await directory.ready()
    const path = join(directory.path, ids.uuid())
    try {
      const content = await pour(body, path)
      if (content === null) return { kind: 'fileTooLarge' }
      if (content.bytes === 0) return { kind: 'fileEmpty' }
      const name = sentName(given, type)
      const upload = uploadId(programId, name, content)
      const { spoolLimit } = await store.read('settings.get', undefined)
      const isStored = await media.adopt(path, content, (file) =>
        store.write('uploads.storeOfProgram', { id: upload, program, name, file, spoolLimit }, { urgent: true }),
      )
      return isStored ? { kind: 'stored', upload, name, bytes: content.bytes } : { kind: 'noRoom' }
    } finally {
      await rm(path, { force: true })
    }
  }
  const expire = async () => {
    const refs = await store.write('uploads.expireOfPrograms', undefined)
    if (refs.length > 0) await media.removeUnshown(refs)
  }

  return {
    expire,
    async take(file) {
      const program = file.program.key
      if ((underWay.get(program) ?? 0) >= mostParallelOfProgram) return { kind: 'tooMany' }
      count(program, 1)
      try {
        await expire()
        return await takeFile(file)
      } finally {
        count(program, -1)
      }
    },
  }
}

/**
 * The same for the same file of a program, at all desks of a team: handed in once more after a lost answer, it makes
 * the same input of a send.
 */
const uploadId = (program: string, name: string, { sha256 }: FileContent): string =>
  createHash('sha256')
    .update(JSON.stringify([program, name, sha256]))
    .digest('hex')
    .slice(0, 32)

/** Null: it is longer than any messenger takes. */
async function pour(body: AsyncIterable<Uint8Array>, path: string): Promise<FileContent | null> {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let file: FileHandle | null = null
  try {
    file = await open(path, 'wx', 0o600)
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > mostFileBytes) return null
      const written = file.writeFile(chunk)
      hash.update(chunk)
      await written
      if (head.length < sniffedBytes) head = Buffer.concat([head, chunk.subarray(0, sniffedBytes - head.length)])
    }
    await file.sync()
  } finally {
    await file?.close()
  }
  return { bytes, sha256: hash.digest('hex'), head }
}
