import type { BackupReason } from '../../contract/backup.ts'
import { troubleOfSqliteError } from '../store/store-error.ts'

/** Where a job works; all paths are absolute. */
interface Places {
  readonly dataDir: string
  /** A folder of its own in the data directory. */
  readonly work: string
  /** The folder of the key. */
  readonly folder: string
}

/** Work of the thread for backups. */
export type BackupJob =
  /** `secret`: a passphrase, or a key of age. */
  | { readonly kind: 'createKey'; readonly secret: string }
  | (Places & {
      readonly kind: 'make'
      readonly recipient: string
      /** Epoch ms. */
      readonly at: number
      readonly program: string
      /** Entries of the vault, by name; null: the person does not want them in the backup. */
      readonly vault: Readonly<Record<string, string>> | null
      /** So many generations stay, this one included. */
      readonly generations: number
    })
  | (Places & {
      readonly kind: 'verify' | 'restore'
      readonly generation: string
      /** The passphrase, or a private key of age. */
      readonly secret: string
      /** For `restore`: instances receive at once. */
      readonly receives: boolean
      /** Epoch ms. */
      readonly now: number
    })

export interface BackupKey {
  readonly recipient: string
  /** The private key, encrypted with the passphrase: the content of `key.age`; null: the person has it. */
  readonly keyFile: string | null
}

export interface MadeBackup {
  /** Bytes that were written. */
  readonly bytes: number
  /** Files that a row refers to and that were not on the disk. */
  readonly missing: number
}

export interface ReadBackup {
  /** Epoch ms. */
  readonly at: number
  readonly messages: number
  readonly files: number
  /** For `restore`: the store, whole and flushed, and the vault's entries. */
  readonly store: string
  readonly vault: Readonly<Record<string, string>>
}

/** Reports of the thread: its progress, and how it ended. */
export type BackupMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'created'; readonly result: BackupKey }
  | { readonly kind: 'made'; readonly result: MadeBackup }
  | { readonly kind: 'read'; readonly result: ReadBackup }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly error: string }

/** Why a backup was not made or not read. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly reason: BackupReason

  constructor(reason: BackupReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const reasonOfCode: Readonly<Record<string, BackupReason>> = {
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'notWritable',
  EPERM: 'notWritable',
  EROFS: 'notWritable',
}

export function reasonOf(error: unknown): BackupReason {
  if (error instanceof BackupError) return error.reason
  if (troubleOfSqliteError(error) === 'full') return 'noSpace'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (Object.hasOwn(reasonOfCode, code) ? reasonOfCode[code] : undefined) ?? 'failed'
}
