import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * The folder of one key, `switchboard-<id of the key>` in the folder that the person chose:
 *
 *     key.age                 the private key, which the passphrase opens; absent where the person has the key
 *     <n>-<time>.tar.age      a generation: backup.json, switchboard.db and, where it was wanted, vault.json
 *     <n>-<time>.files        the names of the files that this generation refers to, a line each
 *     files/<name>.age        a file of a chat, under a name that says nothing of its content
 *
 * All `.age` files are of the format age-encryption.org/v1, so that `age` and `tar` open them (docs/backup.md).
 */
export const keyFileName = 'key.age'
export const filesFolderName = 'files'
export const archiveSuffix = '.tar.age'
export const listSuffix = '.files'
/** Ends the name of what is not whole yet. */
export const unfinishedSuffix = '.unfinished'

/** Names of the entries in a generation's tar. */
export const entryNames = { head: 'backup.json', store: 'switchboard.db', vault: 'vault.json' } as const

/** Of the generations that this program writes, and the last that it reads. */
const formatVersion = 1

const headSchema = z.object({
  format: z.literal('switchboard-backup'),
  formatVersion: z.int().min(1),
  /** Version of the program that wrote it. */
  program: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** SHA-256 of the text of its `.files`. */
  files: z.string(),
})
export type BackupHead = z.infer<typeof headSchema>

export const headText = (head: Pick<BackupHead, 'program' | 'at' | 'files'>): string =>
  `${JSON.stringify({ format: 'switchboard-backup', formatVersion, ...head } satisfies BackupHead, null, 2)}\n`

export function readHead(text: string): BackupHead | 'foreign' | 'otherVersion' {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'foreign'
  }
  const head = headSchema.safeParse(value)
  if (!head.success) return 'foreign'
  return head.data.formatVersion > formatVersion ? 'otherVersion' : head.data
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
export const listHash = hash

/** The folder's name of a public key. */
export const folderOfKey = (recipient: string): string => `switchboard-${hash(recipient).slice(0, 8)}`
export const isKeyFolder = (name: string): boolean => /^switchboard-[0-9a-f]{8}$/u.test(name)

/** The name of a file: without the public key nobody can tell from it that a known file is there. */
export const partName = (recipient: string, ref: string): string => hash(`${recipient} ${ref}`).slice(0, 40)
export const isPartName = (name: string): boolean => /^[0-9a-f]{40}$/u.test(name)

export interface Generation {
  /** Its name without suffix. */
  readonly name: string
  /** Counts up whatever the clock does: the highest is the newest. */
  readonly number: number
  /** Epoch ms. */
  readonly at: number
}

export function newGeneration(number: number, at: number): Generation {
  const name = `${String(number).padStart(6, '0')}-${new Date(at).toISOString().replaceAll(/[:.]/gu, '-')}`
  return { name, number, at }
}

/** null: not the name of a generation's archive. */
export function readGeneration(fileName: string): Generation | null {
  const read = /^((\d{6,15})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z)\.tar\.age$/u.exec(fileName)
  if (read === null) return null
  const [, name = '', number = '', day = '', hours = '', minutes = '', seconds = '', ms = ''] = read
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(at) ? null : { name, number: Number(number), at }
}

/** Whether a person typed a key of age, and no passphrase. */
export const isOwnKey = (text: string): boolean => /^\s*age(?:1|-secret-key-)/iu.test(text)
/** Whether it is one that decrypts. */
export const isIdentity = (text: string): boolean => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/u.test(text)
