import type { CoreStartFailure } from './core-start-error.ts'
import { StoreError, troubleOfSqliteError } from '../store/store-error.ts'

/** Describes the failure by the error of the file system or the store. */
export function startFailure(error: unknown, dataDir: string): CoreStartFailure {
  if (error instanceof StoreError) {
    switch (error.kind) {
      case 'tooNew':
        return { kind: 'tooNew', dataDir, message: error.message }
      case 'unknownVersion':
        return { kind: 'unknownVersion', dataDir, message: error.message }
      case 'tooOldSqlite':
        return { kind: 'tooOldSqlite', message: error.message }
      case 'unreadable':
        return { kind: 'unreadable', dataDir }
      case 'notOurs':
        return { kind: 'notOurs', dataDir }
      case 'full':
        return { kind: 'full', dataDir }
      case 'readOnly':
        return { kind: 'notWritable', dataDir, code: 'EROFS' }
      default:
        return { kind: 'storeFailed', dataDir, message: error.message }
    }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN'
  if (code === 'ENOSPC' || troubleOfSqliteError(error) === 'full') return { kind: 'full', dataDir }
  return { kind: 'notWritable', dataDir, code: code === 'ERR_SQLITE_ERROR' ? 'EACCES' : code }
}
