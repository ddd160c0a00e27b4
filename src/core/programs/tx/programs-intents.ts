import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey, JournalKey, ProgramKey } from '../../../contract/ids.ts'
import type { Output } from '../../../contract/index.ts'
import type { DeadLetter, ProgramBacklog, ProgramGap, ProgramHead, ProgramState } from '../../../contract/programs.ts'
import { setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { isEpoch } from '../feed/rules/served-event.ts'
import { acknowledge, seek, type Acknowledgement } from '../feed/tx/cursors.ts'
import {
  countDeadLetters,
  listDeadLetterEvents,
  listDeadLetters,
  readDelivery,
  recordDelivery,
  deliverAgain,
  replayDeadLetters,
  skipDeadLetters,
} from '../delivery/tx/deliveries.ts'
import {
  countNotServed,
  countUnread,
  cursorOf,
  instancesOf,
  keyBefore,
  lastKey,
  readBacklogs,
  readFeed,
  readFeedEvent,
} from '../feed/tx/feed.ts'
import type { FeedEvent, FeedInput, FeedPage } from '../feed/tx/feed.ts'
import {
  addProgram,
  changeProgram,
  heldMessages,
  listPrograms,
  recordContact,
  recordTrouble,
  removePrograms,
  requireProgram,
  setProgramState,
} from '../identity/tx/program-row.ts'
import { gapsAfter, readFloor, readIdleCursors, type IdleCursor } from '../feed/tx/gaps.ts'
import type { NewProgram, Program, ProgramChange } from '../identity/tx/program-row.ts'
import { takeKeyed, type TakenPrograms } from '../identity/tx/take-keyed.ts'
import { teamProgramReads, teamProgramWrites } from '../delivery/tx/team-programs.ts'

const epochOf = (tx: ReadTx): string | undefined => {
  const value = tx.get<{ value: string }>(`select value from meta where name = 'feedEpoch'`)?.value
  return value !== undefined && isEpoch(value) ? value : undefined
}

/** Where a program begins that is to get what was received from a time on; null: from now on. */
const startOf = (tx: ReadTx, from: number | null): number => (from === null ? lastKey(tx) : keyBefore(tx, from))

export const programWrites = {
  /** `from`: events received from this time on, epoch ms; null: from now on. */
  'programs.add': (
    tx: Tx,
    { from, ...given }: Omit<NewProgram, 'startsAfter'> & { readonly from: number | null },
  ): ProgramKey => addProgram(tx, { ...given, startsAfter: startOf(tx, from) }),

  'programs.change': (tx: Tx, { program, ...change }: ProgramChange & { readonly program: ProgramKey }): void =>
    changeProgram(tx, program, change),

  'programs.setState': (tx: Tx, input: { readonly program: ProgramKey; readonly state: ProgramState }): void =>
    setProgramState(tx, input.program, input.state),

  'programs.remove': (tx: Tx, { program }: { readonly program: ProgramKey }): void => removePrograms(tx, [program]),

  'programs.acknowledge'(tx: Tx, given: readonly Acknowledgement[]): void {
    for (const one of given) acknowledge(tx, one)
  },

  /** The event after a place, unless the cursor stands elsewhere by now: then false, and nothing moves. */
  'programs.acknowledgeNext'(
    tx: Tx,
    { from, ...one }: Acknowledgement & { readonly instance: InstanceKey; readonly from: number },
  ): boolean {
    const program = requireProgram(tx, one.program)
    if (program.round !== one.round || cursorOf(tx, program, one.instance) !== from) return false
    acknowledge(tx, one)
    return true
  },

  /** Answers how many unread events there were, and how many there are now. */
  'programs.seek'(
    tx: Tx,
    input: { readonly program: ProgramKey; readonly from: number | null },
  ): { readonly before: number; readonly events: number } {
    const before = countUnread(tx, requireProgram(tx, input.program), null)
    seek(tx, input.program, startOf(tx, input.from))
    return { before, events: countUnread(tx, requireProgram(tx, input.program), null) }
  },

  /** Skips an event that its queue still gives. Answers how many were skipped. */
  'programs.skipEvent'(
    tx: Tx,
    input: { readonly program: ProgramKey; readonly instance: InstanceKey; readonly event: JournalKey },
  ): number {
    const program = requireProgram(tx, input.program)
    if (program.protocol !== 'queue') throw new ContractError('badInput')
    const head = headOf(tx, program, input.instance)
    if (head?.key !== input.event) return 0
    acknowledge(tx, { program: program.key, instance: input.instance, after: head.key, round: program.round })
    return 1
  },

  'programs.recordDelivery': recordDelivery,
  'programs.recordContact': recordContact,
  'programs.recordTrouble': recordTrouble,

  'programs.deliverAgain': (tx: Tx, input: { readonly program: ProgramKey; readonly event: JournalKey }): boolean =>
    deliverAgain(tx, requireProgram(tx, input.program), input.event),

  /** Answers how many. */
  'programs.replayDeadLetters': (
    tx: Tx,
    input: { readonly program: ProgramKey; readonly events: readonly JournalKey[] },
  ): number => replayDeadLetters(tx, requireProgram(tx, input.program), input.events),

  /** Answers how many. */
  'programs.skipDeadLetters': (
    tx: Tx,
    input: { readonly program: ProgramKey; readonly events: readonly JournalKey[] },
  ): number => skipDeadLetters(tx, requireProgram(tx, input.program), input.events),

  /** Four letters in every event id. Made with the first program; another one only where `isNew`. */
  'programs.ensureEpoch'(tx: Tx, { epoch, isNew }: { readonly epoch: string; readonly isNew: boolean }): string {
    const known = epochOf(tx)
    if (known !== undefined && !isNew) return known
    setMeta(tx, 'feedEpoch', epoch)
    return epoch
  },

  ...teamProgramWrites,
  /** A program that is new here gets events from now on. */
  'programs.takeKeyed': (tx: Tx, input: TakenPrograms): void => takeKeyed(tx, input, lastKey(tx)),
}

/** A program's progress as the window shows it. */
export interface Progress {
  readonly program: ProgramKey
  readonly backlogs: readonly (ProgramBacklog & { readonly instance: InstanceKey })[]
  readonly deadLetters: number
}

/** The heads of a program's queues, its dead letters, gaps and what it is not given. */
export interface ProgramFacts {
  readonly heads: readonly ProgramHead[]
  readonly deadLetterRows: readonly DeadLetter[]
  readonly deadLetterEvents: readonly JournalKey[]
  readonly gaps: readonly ProgramGap[]
  readonly notServed: number
}

/** The event that a queue gives now. */
const headOf = (tx: ReadTx, program: Program, instance: InstanceKey): FeedEvent | undefined =>
  readFeed(tx, program, { after: cursorOf(tx, program, instance), instance, limit: 1, maxBytes: 1 }).events[0]

const headsOf = (tx: ReadTx, program: Program): readonly ProgramHead[] =>
  instancesOf(tx, program)
    .map((instance) => headOf(tx, program, instance))
    .filter((head) => head !== undefined)
    .map(({ key, instance, typeWebhook, chatTitle, receivedAt }) => ({
      ...{ event: key, instance, typeWebhook, chatTitle, receivedAt },
    }))

const progressOf = (tx: ReadTx, program: Program): Progress => ({
  program: program.key,
  backlogs: readBacklogs(tx, program),
  deadLetters: countDeadLetters(tx, program),
})

export const programReads = {
  'programs.waiting': (tx: ReadTx): Output<'programs.waiting'> =>
    tx.get<Output<'programs.waiting'>>(
      `select (select count(*) from (${heldMessages})) as messages,
         (select set_at from setting where name = 'programSendsPaused' and value_json = 'true') as pausedAt`,
    ) ?? { messages: 0, pausedAt: null },

  'programs.all': (tx: ReadTx): { readonly programs: readonly Program[]; readonly epoch: string | undefined } => ({
    programs: listPrograms(tx),
    epoch: epochOf(tx),
  }),

  /** The cursor of a program, for an instance of a queue or for all. */
  'programs.cursor': (
    tx: ReadTx,
    input: { readonly program: ProgramKey; readonly instance: InstanceKey | null },
  ): number => cursorOf(tx, requireProgram(tx, input.program), input.instance),

  /**
   * Events after a place, and the gaps that a reader meets there. After the cursor where `after` is null, or of a round
   * that is over: a person began again elsewhere since.
   */
  'programs.feed'(
    tx: ReadTx,
    {
      program: key,
      after,
      ...input
    }: Omit<FeedInput, 'after'> & {
      readonly program: ProgramKey
      readonly after: { readonly key: number; readonly round: number } | null
    },
  ): FeedPage & {
    readonly after: number
    readonly round: number
    readonly gaps: readonly ProgramGap[]
    readonly cursor: number
    readonly oldest: number
    readonly newest: number
  } {
    const program = requireProgram(tx, key)
    const { round } = program
    const cursor = cursorOf(tx, program, input.instance)
    const from = after?.round === round ? after.key : cursor
    const page = readFeed(tx, program, { ...input, after: from })
    return {
      ...page,
      after: from,
      round,
      cursor,
      newest: lastKey(tx),
      // Beyond what was looked through, events may be unread that lie before a gap.
      gaps: gapsAfter(tx, key, from).filter(({ last }) => !page.more || last <= page.scannedTo),
      oldest: tx.get<{ key: number | null }>('select min(key) as key from journal')?.key ?? 0,
    }
  },

  'programs.event': (
    tx: ReadTx,
    { program, event }: { readonly program: ProgramKey; readonly event: JournalKey },
  ): FeedEvent | null => readFeedEvent(tx, requireProgram(tx, program), event),

  'programs.delivery': readDelivery,

  'programs.progress': (tx: ReadTx): readonly Progress[] => listPrograms(tx).map((program) => progressOf(tx, program)),
  'programs.progressOf': (tx: ReadTx, { program }: { readonly program: ProgramKey }): Progress =>
    progressOf(tx, requireProgram(tx, program)),

  'programs.facts'(tx: ReadTx, { program: key }: { readonly program: ProgramKey }): ProgramFacts {
    const program = requireProgram(tx, key)
    return {
      heads: program.protocol === 'queue' ? headsOf(tx, program) : [],
      deadLetterRows: listDeadLetters(tx, program),
      deadLetterEvents: listDeadLetterEvents(tx, program),
      gaps: gapsAfter(tx, key, 0),
      notServed: countNotServed(tx, program),
    }
  },

  'programs.unread': (
    tx: ReadTx,
    { instance }: { readonly instance: InstanceKey | null },
  ): readonly { readonly program: ProgramKey; readonly name: string; readonly events: number }[] =>
    listPrograms(tx)
      .map((program) => ({
        program: program.key,
        name: program.name,
        events: countUnread(tx, program, instance),
      }))
      .filter(({ events }) => events > 0),

  'programs.idleCursors': (tx: ReadTx): readonly IdleCursor[] => readIdleCursors(tx),
  /** Up to which key every program has read; null: no program holds anything back. */
  'programs.floor'(tx: ReadTx): number | null {
    const floor = readFloor(tx)
    return Number.isFinite(floor) ? floor : null
  },

  ...teamProgramReads,
}
