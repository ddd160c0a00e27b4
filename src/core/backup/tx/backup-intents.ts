import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

const plan = z.object({
  folder: z.string(),
  /** The public key of age that encrypts. */
  recipient: z.string(),
  /** The private key, encrypted with the passphrase, as `key.age` has it; null: the person has the key. */
  keyFile: z.string().nullable(),
  every: z.enum(['never', 'day', 'week']),
  generations: z.int().min(1),
  withTokens: z.boolean(),
  /** When backups began to be due, epoch ms. */
  since: z.number(),
  /** The last whole one; `at` in epoch ms. */
  last: z
    .object({
      at: z.number(),
      bytes: z.number(),
      /** Files that a chat refers to and that were not on the disk. */
      missing: z.number(),
      /** Tokens were wanted, and could not be read. */
      withoutTokens: z.boolean(),
    })
    .nullable(),
  /** The attempts after the last whole one that failed; why the newest did. */
  failures: z.int(),
  reason: z.string().nullable(),
})

/** How backups are made here, and what became of them. */
export type BackupPlan = z.infer<typeof plan>
type BackupOutcome = Pick<BackupPlan, 'since' | 'last' | 'failures' | 'reason'>

export const backupWrites = {
  /** Outcomes of the backups made so far stay with their folder and key. */
  'backup.setPlan'(tx: Tx, plan: Omit<BackupPlan, keyof BackupOutcome>): void {
    const known = readPlan(tx)
    const isSame = known?.folder === plan.folder && known.recipient === plan.recipient
    const { since, last, failures, reason }: BackupOutcome = isSame
      ? known
      : { since: tx.now, last: null, failures: 0, reason: null }
    setMeta(tx, 'backup', JSON.stringify({ ...plan, since, last, failures, reason } satisfies BackupPlan))
    tx.changed({ kind: 'storage' })
  },
  'backup.end'(tx: Tx): void {
    deleteMeta(tx, 'backup')
    tx.changed({ kind: 'storage' })
  },
  /** Records the outcome of an attempt, unless the person has chosen another folder or key since. */
  'backup.record'(
    tx: Tx,
    {
      plan: { folder, recipient },
      outcome,
    }: {
      readonly plan: Pick<BackupPlan, 'folder' | 'recipient'>
      readonly outcome: Pick<BackupPlan, 'last'> | Pick<BackupPlan, 'reason'>
    },
  ): void {
    const known = readPlan(tx)
    if (known?.folder !== folder || known.recipient !== recipient) return
    const next: BackupPlan =
      'last' in outcome
        ? { ...known, last: outcome.last, failures: 0, reason: null }
        : { ...known, failures: known.failures + 1, reason: outcome.reason }
    setMeta(tx, 'backup', JSON.stringify(next))
    tx.changed({ kind: 'storage' })
  },
}

export const backupReads = {
  /** null: no backups are made. */
  'backup.plan': (tx: ReadTx): BackupPlan | null => readPlan(tx),
}

function readPlan(tx: ReadTx): BackupPlan | null {
  const row = tx.get<{ value: string }>(`select value from meta where name = 'backup'`)
  return readStored(row?.value, plan, null)
}
