import { constants } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ContractError } from '../../contract/errors.ts'
import { safeFileName } from '../window/openable-file.ts'

/**
 * Copies a cached file into a folder, under a name for other programs: they may change the copy, not the cache.
 * @throws ContractError notFound if the file is erased meanwhile
 */
export async function copyForOthers(source: string, folder: string, fileName: string): Promise<string> {
  const copy = path.join(folder, safeFileName(fileName))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A file system that can clone copies nothing.
  await copyFile(source, copy, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? new ContractError('notFound') : error
  })
  return copy
}
