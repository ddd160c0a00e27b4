import { z } from 'zod'
import { command, query } from './define.ts'

/**
 * Why a backup was not made or not read. `missing`: the folder or a file of it is not there. `inside`: the folder is in
 * the data folder. `busy`: another one is under way. `secret`: neither passphrase nor key opens it. `badKey`: no key of
 * age. `foreign`: no backup of this program. `notEmpty`: there are instances here already.
 */
export type BackupReason =
  | 'missing'
  | 'notWritable'
  | 'noSpace'
  | 'inside'
  | 'busy'
  | 'secret'
  | 'badKey'
  | 'damaged'
  | 'otherVersion'
  | 'foreign'
  | 'notEmpty'
  | 'failed'

export interface BackupState {
  /** null: no backups are made. */
  readonly plan: {
    readonly folder: string
    readonly every: 'never' | 'day' | 'week'
    readonly generations: number
    readonly withTokens: boolean
    /** False: the person's own key of age encrypts. */
    readonly hasPassphrase: boolean
  } | null
  /** The last whole backup. Times in epoch ms. */
  readonly last: {
    readonly at: number
    readonly bytes: number
    /** Files that were not on the disk any more. */
    readonly missing: number
    /** Tokens were wanted, and could not be read. */
    readonly withoutTokens: boolean
  } | null
  /** Attempts that failed since; why the newest did. */
  readonly failures: number
  readonly reason: BackupReason | null
  /** Two backups that were due are missing. */
  readonly isOverdue: boolean
  /** Progress of the running job, bytes; null while none runs. */
  readonly running: {
    readonly kind: 'make' | 'verify' | 'restore'
    readonly done: number
    readonly total: number
  } | null
}

export interface FoundBackup {
  /** Names it in later calls. */
  readonly id: string
  /** When it was made, epoch ms. */
  readonly at: number
  /** Of its archive, without files of chats. */
  readonly bytes: number
  /** False: only the person's own key of age opens it. */
  readonly hasPassphrase: boolean
}

const folder = z.string().max(4096)
const secret = z.string().max(1000)

export const backupQueries = {
  'backup.state': query<BackupState>()(z.object({})),
}

/** Errors of all: backupFailed, with details.reason. */
export const backupCommands = {
  /**
   * Sets where and how backups are made. `secret`: a new passphrase, or a public key of age; null: as before. Errors:
   * passphraseWeak.
   */
  'backup.set': command<void>()(
    z.object({
      folder,
      secret: secret.nullable(),
      every: z.enum(['never', 'day', 'week']),
      generations: z.int().min(1).max(100),
      withTokens: z.boolean(),
    }),
  ),
  /** Makes no more backups. Those that were made stay. */
  'backup.end': command<void>()(z.object({})),
  /** Makes one now; resolves when it is whole. */
  'backup.make': command<void>()(z.object({})),
  /** The backups in a folder, the newest first. */
  'backup.find': command<readonly FoundBackup[]>()(z.object({ folder })),
  /** Reads a backup whole, without changing anything. */
  'backup.verify': command<{ readonly at: number; readonly messages: number; readonly files: number }>()(
    z.object({ folder, id: z.string().max(200), secret }),
  ),
  /**
   * Puts a backup in the place of an archive without instances. What waited to be sent is uncertain, and instances
   * receive only if `receives`. The host restarts core with it.
   */
  'backup.restore': command<void>()(z.object({ folder, id: z.string().max(200), secret, receives: z.boolean() })),
}
