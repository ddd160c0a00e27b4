import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import type { InstanceKey, JournalKey } from '../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { DeleteMark } from '../../journal/tx/journal-row.ts'
import { applyAgain, applyNotification, type Applied } from './apply-notification.ts'
import { oldestInInbox, persist, markDeleted, type ReceivedBody } from './inbox.ts'
import { endCoverage, extendCoverage, type Absence } from '../../accounts/tx/queue-coverage.ts'
import { setMeta } from '../../store/sql.ts'

export interface PersistInput extends ReceivedBody {
  /** Deletes answered since, stored in the same commit. */
  readonly deleted: readonly DeleteMark[]
}

export interface ApplyInboxInput {
  /** Of this program. */
  readonly version: string
  /** At most so many. */
  readonly limit: number
  /** No further one starts after this time, ms, because a notification may be waiting to be stored. */
  readonly budgetMs: number
}

/** The next trial: the `count` oldest notifications. `newest`: the last waiting one; null when none waits. */
export interface Trial {
  readonly count: number
  readonly newest: JournalKey | null
}

/** Of those that nothing is known against, so many are tried with one note on the disk. */
const mostTriedTogether = 16

export const receivingWrites = {
  /** Stores a raw notification. Only after the answer may it be deleted at the service. */
  'receiving.persist'(tx: Tx, input: PersistInput): { readonly event: JournalKey } {
    markDeleted(tx, input.instance, input.deleted)
    return { event: persist(tx, input) }
  },

  /** Applies stored notifications, oldest first: each leaves the inbox in the transaction of its effects. */
  'receiving.applyInbox'(
    tx: Tx,
    { version, limit, budgetMs }: ApplyInboxInput,
  ): { readonly applied: readonly Applied[]; readonly more: boolean } {
    const startedAt = performance.now()
    const applied: Applied[] = []
    for (let next = oldestInInbox(tx); next !== undefined; next = oldestInInbox(tx)) {
      if (applied.length >= limit || (applied.length > 0 && performance.now() - startedAt >= budgetMs)) {
        return { applied, more: true }
      }
      applied.push(applyNotification(tx, next, version))
    }
    return { applied, more: false }
  },

  /**
   * Records an attempt for the oldest notifications, after a run or worker ended during such an attempt. Those tried
   * before come one at a time, to find the one that ends the program.
   */
  'receiving.recordTrial'(tx: Tx): Trial {
    const oldest = tx.all<{ key: JournalKey; tries: number }>('select key, tries from inbox order by key limit ?', [
      mostTriedTogether,
    ])
    const triedBefore = oldest.findIndex(({ tries }) => tries > 0)
    const together = triedBefore === -1 ? oldest : oldest.slice(0, Math.max(1, triedBefore))
    const last = together.at(-1)
    if (last !== undefined) tx.run('update inbox set tries = tries + 1 where key <= ?', [last.key])
    const newest = tx.get<{ key: JournalKey | null }>('select max(key) as key from inbox')?.key ?? null
    return { count: together.length, newest }
  },

  /** Tries stored events again that could not be applied. `version`: of this program. */
  'receiving.applyAgain'(
    tx: Tx,
    input: { readonly events: readonly JournalKey[]; readonly version: string },
  ): { readonly applied: number; readonly left: number } {
    const applied = input.events.filter((event) => applyAgain(tx, event, input.version)).length
    return { applied, left: input.events.length - applied }
  },

  'receiving.markDeleted'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly deleted: readonly DeleteMark[] },
  ): void {
    markDeleted(tx, input.instance, input.deleted)
  },

  /** The queue was empty, and was read. */
  'receiving.alive'(
    tx: Tx,
    input: {
      readonly instance: InstanceKey
      readonly at: number
      readonly isQueueComplete: boolean
      readonly deleted: readonly DeleteMark[]
    },
  ): { readonly absence: Absence } {
    markDeleted(tx, input.instance, input.deleted)
    return { absence: extendCoverage(tx, input.instance, input.at, input.isQueueComplete) }
  },

  /**
   * This origin must not be asked for the next notification before the delete of the last is answered. `at`: epoch ms.
   */
  'receiving.noPipelining'(tx: Tx, { origin, at }: { readonly origin: string; readonly at: number }): void {
    const known = { ...noPipelining(tx), [origin]: at }
    const newest = Object.entries(known)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, mostOrigins)
    setMeta(tx, 'noPipelining', JSON.stringify(Object.fromEntries(newest)))
  },

  /** The queue goes elsewhere: a webhook, another program, notifications switched off. `at`: since when, epoch ms. */
  'receiving.endCoverage'(tx: Tx, input: { readonly instance: InstanceKey; readonly at?: number }): void {
    endCoverage(tx, input.instance, input.at)
  },
}

/** So many hosts are remembered; the one that was forgotten shows it again for one call. */
const mostOrigins = 100

function noPipelining(tx: ReadTx): Readonly<Record<string, number>> {
  const row = tx.get<{ value: string }>(`select value from meta where name = 'noPipelining'`)
  return readStored(row?.value, z.record(z.string(), z.number()), {})
}

export const receivingReads = {
  /** Origins that returned the head of a queue again, and when, epoch ms. */
  'receiving.noPipelining': noPipelining,

  /** How many notifications are kept and wait to be applied, by instance. */
  'receiving.waiting': (tx: ReadTx): readonly { readonly instance: InstanceKey; readonly count: number }[] =>
    tx.all('select instance, count(*) as count from inbox group by instance'),
}
