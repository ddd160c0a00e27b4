import type { InstanceKey, ProgramKey } from '../../../contract/ids.ts'
import type { ProgramRight, ProgramTrouble } from '../../../contract/programs.ts'
import { serve, serveGap, type JournalPosition, type ServedEvent, type ServedGap } from '../feed/rules/served-event.ts'
import type { Acknowledgement } from '../feed/tx/cursors.ts'
import type { Program } from '../identity/tx/program-row.ts'
import type { StoreChange } from '../../store/tx.ts'
import { noEvent, type CallLog } from '../feed/call-log.ts'
import type { Pairing } from '../identity/pairing.ts'
import type { ProgramDirectory } from '../identity/program-directory.ts'
import type { OperationInput, OperationOutput } from '../../../public-api/operations.ts'
import { instanceNamed, ProgramError, requireRight } from '../identity/rules/program-error.ts'
import type {
  CalledFile,
  CalledOperation,
  OperationAnswer,
  ProgramOperations,
  ServiceAnswer,
  ServiceRead,
} from './program-operations.ts'
import type { ProgramsBase } from '../programs-base.ts'

export interface ServedPage {
  readonly events: readonly ServedEvent[]
  readonly gaps: readonly ServedGap[]
  /** Reading goes on after this key of this round. */
  readonly scannedTo: number
  readonly round: number
  readonly more: boolean
  /** Where the program has read to. */
  readonly cursor: number
  /** The oldest event in the journal; 0 when it is empty. */
  readonly oldest: number
  /** The newest key that was ever given: a position beyond it is not of this journal. */
  readonly newest: number
}

interface ReadInput {
  /** After the cursor, where it is null or of a round that is over. */
  readonly after: Omit<JournalPosition, 'epoch'> | null
  readonly instance: InstanceKey | null
  readonly limit: number
}

/**
 * A program that called with its key. Methods reject when the store fails; those that read, or move what is read, with
 * ProgramError `rightMissing` without the right to see.
 */
export interface ProgramConnection {
  readonly key: ProgramKey
  readonly name: string
  readonly protocol: Program['protocol']
  readonly readWhenWritten: boolean
  /** Aborted when the key stops being good. */
  readonly signal: AbortSignal
  readonly epoch: string
  /** The instance with the service's id, if it is in the program's scope. Throws ProgramError `instanceAmbiguous`. */
  instanceOf(idInstance: string): InstanceKey | undefined
  /** The next events; none while the program is paused. */
  read(input: ReadInput): Promise<ServedPage>
  /** Of a position of a round that is over nothing moves. */
  acknowledge(instance: InstanceKey | null, upTo: Omit<JournalPosition, 'epoch'>): Promise<void>
  /** Acknowledges the event that follows `from`. False: the cursor stands elsewhere, and nothing moves. */
  acknowledgeNext(instance: InstanceKey, from: number, upTo: Omit<JournalPosition, 'epoch'>): Promise<boolean>
  /** A person paused it: it is given nothing. */
  isPaused(): boolean
  /** Counts how often a person began again at another place. */
  round(): number
  /** Events of an instance that wait, as far as they are counted. */
  countWaiting(instance: InstanceKey): Promise<number>
  /** Resolves at the next event of the instance (null: of any), of whichever program, or when `signal` aborts. */
  untilNews(ms: number, instance: InstanceKey | null, signal: AbortSignal): Promise<void>
  /** Counts a connection that stays open; returns what ends it. */
  connect(): () => void
  noteRead(events: number, durationMs: number): void
  /** As a person has it now. */
  hasRight(right: ProgramRight): boolean
  /** Throws ProgramError `rightMissing`. */
  requireRight(right: ProgramRight): void
  /** Asks an operation of the public table. Rejects with ProgramError and ContractError. */
  call<Id extends CalledOperation>(
    id: Id,
    input: OperationInput<Id>,
    signal: AbortSignal,
    file?: CalledFile,
  ): Promise<OperationAnswer<Id>>
  /** Sends several messages, all or none. Rejects as `call` does. */
  sendAll(
    inputs: readonly OperationInput<'sendMessage'>[],
    signal: AbortSignal,
  ): Promise<readonly OperationOutput<'sendMessage'>[]>
  /** Asks the service itself. Null: there is no such read. Rejects with ProgramError and ContractError. */
  readService(read: ServiceRead, signal: AbortSignal): Promise<ServiceAnswer | null>
}

type Admission =
  | { readonly kind: 'admitted'; readonly connection: ProgramConnection }
  | { readonly kind: 'refused'; readonly reason: 'keyWrong' | 'keyExpired' }

/** Calls that the server for programs may make into core. */
export interface ProgramDesk {
  admit(key: string): Admission
  /** A person lets AI assistants connect. */
  servesMcp(): boolean
  /** For the command line, which has no key yet. */
  readonly beginPairing: Pairing['begin']
  /** For what a person should know; holds no key and no address. */
  warn(message: string, error: unknown): void
}

/** Bytes of bodies in one read. */
const pageBytes = 4_000_000

/** Contacts of one program are noted once in so long, and so are its refusals, ms: each is a write. */
const noteEveryMs = 5000

interface DeskDeps extends Pick<ProgramsBase, 'store' | 'clock' | 'instances' | 'logger'> {
  readonly directory: ProgramDirectory
  readonly calls: CallLog
  readonly operations: ProgramOperations
  readonly pairing: Pairing
  readonly servesMcp: () => boolean
  /** Something that the window shows of a program has changed. */
  readonly onProgress: () => void
}

/** Admits programs by their keys, and gives them the journal. */
export function createProgramDesk(deps: DeskDeps): ProgramDesk & {
  readonly isConnected: (program: ProgramKey) => boolean
} {
  const { store, clock, instances, logger, directory, calls, operations, onProgress } = deps
  const open = new Map<ProgramKey, number>()
  /** By the hash of a key for its contacts, by the program's id for refusals; monotonic ms. */
  const notedAt = new Map<string, number>()

  /** The window reads again once it is stored. */
  const note = (name: string, write: () => Promise<void>) => {
    onProgress()
    const last = notedAt.get(name)
    if (last !== undefined && clock.monotonic() - last < noteEveryMs) return
    notedAt.set(name, clock.monotonic())
    write().then(onProgress, (error: unknown) => logger.warn({ error }, 'the contact of a program was not noted'))
  }
  const noteContact = ({ key: program, keyHash }: Program) =>
    note(keyHash ?? '', () =>
      store.write('programs.recordContact', { program, keyHash, at: clock.now() }, { deferred: true }),
    )
  const noteRefusal = (program: Program, reason: 'keyWrong' | 'keyExpired') => {
    const at = clock.now()
    const trouble: ProgramTrouble = { at, kind: reason, status: 401, text: '' }
    calls.add(program.key, {
      ...noEvent,
      at,
      outcome: 'refused',
      events: 0,
      status: 401,
      attempt: 1,
      trouble,
      durationMs: 0,
    })
    note(program.id, () => store.write('programs.recordTrouble', { program: program.key, trouble }, { deferred: true }))
  }
  const connect = (program: Program) => {
    const { key } = program
    const count = (by: number) => {
      open.set(key, Math.max(0, (open.get(key) ?? 0) + by))
      onProgress()
    }
    let isOpen = true
    count(1)
    noteContact(program)
    return () => {
      if (isOpen) count(-1)
      isOpen = false
    }
  }

  const connectionOf = (admitted: Program, signal: AbortSignal): ProgramConnection => {
    const { key } = admitted
    const epoch = directory.epoch()
    /** As a person has it now: its rights may have changed since the key was read, and the key may have ended. */
    const present = () => {
      const program = directory.get(key)
      if (program === undefined || signal.aborted) throw new ProgramError('keyRefused')
      return program
    }
    const isPaused = () => directory.get(key)?.state !== 'active'
    const mustSee = () => requireRight(present(), 'see')
    return {
      key,
      name: admitted.name,
      protocol: admitted.protocol,
      readWhenWritten: admitted.readWhenWritten,
      signal,
      epoch,
      instanceOf: (idInstance) => instanceNamed(instances, present().scope, idInstance)?.key,
      async read(input) {
        mustSee()
        const page = await store.read('programs.feed', { program: key, ...input, maxBytes: pageBytes })
        const { scannedTo, more, ...places } = page
        if (isPaused()) return { ...places, events: [], gaps: [], scannedTo: page.after, more: false }
        const at = { epoch, round: page.round }
        return {
          ...places,
          events: page.events.map((event) => serve(event, at)),
          gaps: page.gaps.map((gap) => serveGap(gap, at)),
          scannedTo,
          more,
        }
      },
      async acknowledge(instance, upTo) {
        mustSee()
        const one: Acknowledgement = { program: key, instance: instance ?? 0, after: upTo.key, round: upTo.round }
        await store.write('programs.acknowledge', [one], { deferred: true })
        onProgress()
      },
      async acknowledgeNext(instance, from, upTo) {
        mustSee()
        const one = { program: key, instance, from, after: upTo.key, round: upTo.round }
        const isDone = await store.write('programs.acknowledgeNext', one, { deferred: true })
        onProgress()
        return isDone
      },
      isPaused,
      round: () => present().round,
      async countWaiting(instance) {
        mustSee()
        const { backlogs } = await store.read('programs.progressOf', { program: key })
        return backlogs.find((one) => one.instance === instance)?.events ?? 0
      },
      untilNews: (ms, instance, until) => untilNews(ms, instance, AbortSignal.any([until, signal])),
      connect: () => connect(admitted),
      noteRead(events, durationMs) {
        const call = { ...noEvent, at: clock.now(), events, status: null, attempt: 1, trouble: null, durationMs }
        if (events > 0) calls.add(key, { ...call, outcome: 'delivered' })
        noteContact(admitted)
      },
      hasRight: (right) => present().rights.includes(right),
      requireRight: (right) => requireRight(present(), right),
      call(id, input, until, file) {
        return operations.call(present(), id, input, AbortSignal.any([until, signal]), file)
      },
      sendAll(inputs, until) {
        return operations.sendAll(present(), inputs, AbortSignal.any([until, signal]))
      },
      readService(read, until) {
        return operations.readService(present(), read, AbortSignal.any([until, signal]))
      },
    }
  }

  /** Which events are a program's only the store knows. */
  const untilNews = (ms: number, instance: InstanceKey | null, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = () => {
        stopListening()
        stopChanges()
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const stopListening = store.onChanges((changes) => {
        const isNews = (change: StoreChange) =>
          change.kind === 'journalRow' && (instance === null || change.instance === instance)
        if (changes.some(isNews)) end()
      })
      const stopChanges = directory.onChange(end)
      const cancel = clock.setTimer(ms, end)
      signal.addEventListener('abort', end, { once: true })
    })

  return {
    admit(key) {
      const authentication = directory.authenticate(key)
      if (authentication.kind === 'admitted') {
        const { program, signal } = authentication
        return { kind: 'admitted', connection: connectionOf(program, signal) }
      }
      if (authentication.program !== null) noteRefusal(authentication.program, authentication.reason)
      return { kind: 'refused', reason: authentication.reason }
    },
    servesMcp: deps.servesMcp,
    beginPairing: deps.pairing.begin,
    warn: (message, error) => logger.warn({ error }, message),
    isConnected: (program) => (open.get(program) ?? 0) > 0,
  }
}
