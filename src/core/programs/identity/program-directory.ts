import type { ProgramKey } from '../../../contract/ids.ts'
import type { CancelTimer } from '../../base/ports.ts'
import { createRerun } from '../../base/create-rerun.ts'
import { createSignal } from '../../base/create-signal.ts'
import { idOfProgramKey, isKeyOfHash } from './rules/program-identity.ts'
import type { Program } from './tx/program-row.ts'
import type { ProgramsBase } from '../programs-base.ts'

type Authentication =
  | { readonly kind: 'admitted'; readonly program: Program; readonly signal: AbortSignal }
  /** `program`: the key names one, and is not its key any more. */
  | { readonly kind: 'refused'; readonly reason: 'keyWrong' | 'keyExpired'; readonly program: Program | null }

/** The programs of this desk, in memory: who calls is decided without the store. */
export interface ProgramDirectory {
  /** Reads all programs again; ends the connections of those that may not connect any more. */
  load(): Promise<void>
  list(): readonly Program[]
  get(key: ProgramKey): Program | undefined
  /** Four letters in every event id. */
  epoch(): string
  /** `signal` aborts when the key stops being good. */
  authenticate(key: string): Authentication
  onChange(listener: () => void): () => void
  /** Ends every connection. */
  stop(): void
}

interface Admission {
  /** The basis of a connection: another hash or end of the key ends it. */
  readonly ticket: string
  readonly end: AbortController
  readonly cancelExpiry: () => void
}

export function createProgramDirectory({ store, clock }: Pick<ProgramsBase, 'store' | 'clock'>): ProgramDirectory {
  let programs: readonly Program[] = []
  let epoch = ''
  const admissions = new Map<ProgramKey, Admission>()
  const changes = createSignal<[]>()

  const ticketOf = ({ keyHash, keyExpiresAt }: Program) => `${keyHash} ${keyExpiresAt}`
  // oxlint-disable-next-line clocks/monotonic -- a person set that day
  const isExpired = ({ keyExpiresAt }: Program) => keyExpiresAt !== null && keyExpiresAt <= clock.now()
  const end = (key: ProgramKey) => {
    const admission = admissions.get(key)
    admissions.delete(key)
    admission?.cancelExpiry()
    admission?.end.abort()
  }
  const admit = (program: Program): AbortSignal => {
    const known = admissions.get(program.key)
    if (known !== undefined) return known.end.signal
    const controller = new AbortController()
    const { keyExpiresAt } = program
    let cancelExpiry: CancelTimer = () => undefined
    /** Timers follow another clock than the key: one may fire a millisecond early, or the wall clock was set back. */
    const endWhenExpired = (): void => {
      if (keyExpiresAt === null) return
      const left = keyExpiresAt - clock.now()
      if (left <= 0) end(program.key)
      else cancelExpiry = clock.setTimer(left, endWhenExpired)
    }
    admissions.set(program.key, { ticket: ticketOf(program), end: controller, cancelExpiry: () => cancelExpiry() })
    endWhenExpired()
    return controller.signal
  }

  return {
    // Of two at once an older reading may come last.
    load: createRerun(async () => {
      const read = await store.read('programs.all', undefined)
      programs = read.programs
      epoch = read.epoch ?? ''
      for (const [key, { ticket }] of admissions) {
        const program = programs.find((one) => one.key === key)
        if (program === undefined || ticketOf(program) !== ticket) end(key)
      }
      changes.emit()
    }),
    list: () => programs,
    get: (key) => programs.find((program) => program.key === key),
    epoch: () => epoch,
    authenticate(key) {
      const id = idOfProgramKey(key)
      const program = id === null ? undefined : programs.find((one) => one.id === id)
      if (program === undefined || program.keyHash === null || !isKeyOfHash(key, program.keyHash))
        return { kind: 'refused', reason: 'keyWrong', program: program ?? null }
      if (isExpired(program)) return { kind: 'refused', reason: 'keyExpired', program }
      return { kind: 'admitted', program, signal: admit(program) }
    },
    onChange: changes.listen,
    stop() {
      for (const key of admissions.keys()) end(key)
    },
  }
}
