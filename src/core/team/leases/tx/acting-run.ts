import { z } from 'zod'
import type { MessageKey } from '../../../../contract/ids.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import { nextSeq, updateOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import { doubtQueued } from '../../../sending/tx/record-outcome.ts'
import { deleteMeta, setMeta } from '../../../store/sql.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'

/** How the database named its history when a run on this disk acted last. */
const actedIn = 'team_acted_in'
/** The end of the outbox when another run was found to act. */
const otherRun = 'team_other_run'
export const actingRunMeta = [actedIn, otherRun]

const markSchema = z.object({ message: z.number(), seq: z.number() })

const metaOf = (tx: ReadTx, name: string): string | null =>
  tx.get<{ value: string }>('select value from meta where name = ?', [name])?.value ?? null

/** The end of the outbox. */
function newestOf(tx: ReadTx): z.infer<typeof markSchema> {
  const newest = tx.get<{ message: number | null }>('select max(message) as message from outbox')
  return { message: newest?.message ?? 0, seq: nextSeq(tx) - 1 }
}

export const actingRunWrites = {
  /**
   * Another run of this desk acts for the team, on a copy of this data directory. The copy may have the same outbox.
   */
  'team.markOtherRun'(tx: Tx): void {
    if (metaOf(tx, otherRun) !== null) return
    setMeta(tx, otherRun, JSON.stringify(newestOf(tx)))
  },

  /**
   * This run acts. After another one the database says what that one sent, where it is the same as when this disk acted
   * last, for sends that have the same name at both. Of any other message that waited here nobody can say whether it
   * went, so it is uncertain. The same holds at a start if the database has been set back since this disk acted:
   * another run may have acted meanwhile, and the database does not know it any more.
   * @returns how many became uncertain
   */
  'team.actAgain'(
    tx: Tx,
    { generation, isStart }: { readonly generation: string | null; readonly isStart: boolean },
  ): number {
    const last = metaOf(tx, actedIn)
    const isSame = generation !== null && generation === last
    const wasSetBack = isStart && last !== null && !isSame
    const mark = readStored(metaOf(tx, otherRun), markSchema, wasSetBack ? newestOf(tx) : null)
    if (generation === null) deleteMeta(tx, actedIn)
    else setMeta(tx, actedIn, generation)
    if (mark === null) return 0
    deleteMeta(tx, otherRun)
    const rows = tx.all<{ message: MessageKey }>(
      `select o.message from team_instance t join outbox o on o.instance = t.instance
       where o.state = 'queued' and o.parked = 0 and o.due_at is null and o.message <= :message and o.seq > :above order by o.seq`,
      { message: mark.message, above: isSame ? mark.seq : -1 },
    )
    for (const { message } of rows) {
      doubtQueued(tx, message, 'otherRun')
      // The database may hold it as waiting.
      updateOutbox(tx, message, { alone: 1 })
    }
    return rows.length
  },
}
