import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ContractError, isContractError } from '../../contract/errors.ts'
import { safeFileName } from '../window/openable-file.ts'

/**
 * Copies a cached file into a folder, under a name for other programs: they may change the copy, not the cache.
 * @throws ContractError notFound if the file is erased meanwhile
 */
export async function copyForOthers(source: string, folder: string, fileName: string): Promise<string> {
  const copy = path.join(folder, safeFileName(fileName))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A file system that can clone copies nothing.
  await copyUnlessErased(source, copy, constants.COPYFILE_FICLONE)
  return copy
}

/**
 * Copies a file to the place that the person chose.
 * @throws ContractError notFound if the file is erased meanwhile, else fileNotSaved
 */
export async function saveCopy(source: string, target: string): Promise<void> {
  await copyUnlessErased(source, target).catch((error: unknown) => {
    if (isContractError(error)) throw error
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ContractError('fileNotSaved', { details: { reason } })
  })
}

/** ENOENT alone does not tell whether the source or the target's folder is missing. */
async function copyUnlessErased(source: string, target: string, mode?: number): Promise<void> {
  await copyFile(source, target, mode).catch((error: unknown) => {
    throw existsSync(source) ? error : new ContractError('notFound')
  })
}
