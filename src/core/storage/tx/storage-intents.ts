import { readStored } from '../../base/rules/stored-json.ts'
import { z } from 'zod'
import type { SalvageReport } from '../../store/recovery/salvage.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'

const report = z.object({
  at: z.number(),
  setAside: z.string(),
  messages: z.number(),
  lost: z.array(z.object({ what: z.string(), count: z.number().nullable() })),
})

export interface ConnectionSettings {
  /** 2 is FULL. */
  readonly synchronous: number
  readonly journalMode: string
  readonly foreignKeys: number
  readonly fullfsync: number
  readonly checkpointFullfsync: number
}

export interface StorageCounts {
  readonly messages: number
  readonly chats: number
  readonly journalRows: number
  readonly mediaBytes: number
  /** Whole files that wait to be sent; they are among the media, but count here. */
  readonly spoolBytes: number
}

export const storageWrites = {
  'storage.recordRecovery'(tx: Tx, input: SalvageReport): void {
    setMeta(tx, 'recovery', JSON.stringify(input))
    tx.changed({ kind: 'storage' })
  },
  /** How the writing connection is set: the promise that nothing is lost rests on it, so it can be looked at. */
  'storage.connection'(tx: Tx): ConnectionSettings {
    const read = (name: string): unknown => Object.values(tx.get<Record<string, unknown>>(`pragma ${name}`) ?? {})[0]
    return {
      synchronous: Number(read('synchronous')),
      journalMode: String(read('journal_mode')),
      foreignKeys: Number(read('foreign_keys')),
      fullfsync: Number(read('fullfsync')),
      checkpointFullfsync: Number(read('checkpoint_fullfsync')),
    }
  },
  'storage.dismissRecovery'(tx: Tx): void {
    deleteMeta(tx, 'recovery')
    tx.changed({ kind: 'storage' })
  },
}

export const storageReads = {
  /** The result of the last salvage, until the person dismisses it. */
  'storage.recovery'(tx: ReadTx): SalvageReport | null {
    const row = tx.get<{ value: string }>(`select value from meta where name = 'recovery'`)
    return readStored(row?.value, report, null)
  },
  /**
   * When something was last received or answered, and the same of what was before a moment; epoch ms by our clock. How
   * far the clocks of the services are from ours at the most, ms. `shown`: the latest time by its own clock that a
   * service gave with an answer or a notification, epoch ms.
   */
  'storage.newest'(
    tx: ReadTx,
    input: { readonly before: number },
  ): {
    readonly newest: number | null
    readonly newestBefore: number | null
    readonly offset: number
    readonly shown: number | null
  } {
    const received = tx.get<{ newest: number | null; before: number | null }>(
      `select (select max(received_at) from journal) as newest,
         (select max(received_at) from journal where received_at < ?) as before`,
      [input.before],
    )
    const answered = tx.all<{ at: number | null; offset: number; shown: number | null }>(
      `select last_answer_at as at, clock_offset_ms as offset,
         (select service_at from journal where instance = instance.key order by key desc limit 1) as shown
       from instance where detached_at is null`,
    )
    const times = [received?.newest, received?.before, ...answered.map(({ at }) => at)].filter(
      (at) => typeof at === 'number',
    )
    const before = times.filter((at) => at < input.before)
    const latest = (given: readonly (number | null)[]) => {
      const known = given.filter((at) => at !== null)
      return known.length === 0 ? null : Math.max(...known)
    }
    return {
      newest: latest(times),
      newestBefore: latest(before),
      shown: latest(answered.flatMap(({ at, offset, shown }) => [shown, at === null ? null : at + offset])),
      offset: Math.min(0, ...answered.map(({ offset }) => offset)),
    }
  },
  'storage.counts'(tx: ReadTx): StorageCounts {
    const counts = tx.get<StorageCounts>(
      `select (select coalesce(sum(messages), 0) from chat) as messages, (select count(*) from chat) as chats,
         (select count(*) from journal) as journalRows, (select coalesce(sum(bytes), 0) from media_file) as mediaBytes,
         (select coalesce(sum(bytes), 0) from media_file where ref in (
           select ref from upload where pinned = 1 union select ref from quick_reply_file
           union select ref from program_upload)) as spoolBytes`,
    ) ?? { messages: 0, chats: 0, journalRows: 0, mediaBytes: 0, spoolBytes: 0 }
    return { ...counts, mediaBytes: counts.mediaBytes - counts.spoolBytes }
  },
}
