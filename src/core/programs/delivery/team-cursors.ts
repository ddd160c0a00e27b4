import type { InstanceKey, ProgramKey } from '../../../contract/ids.ts'
import type { ProgramTrouble } from '../../../contract/programs.ts'
import type { CursorStep } from './tx/team-programs.ts'
import type { DeliveryLease, WebhookTeam } from '../../sharing/shared-webhooks.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { Cursors, DelivererDeps } from './deliver-webhook.ts'

/** An instance whose events this desk delivers to a webhook of the team, for as long as it holds the lease. */
interface TeamPlace {
  readonly program: ProgramKey
  readonly instance: InstanceKey
  readonly shared: SharedInstanceId
  readonly lease: DeliveryLease
  readonly team: WebhookTeam
}

/** The team's cursor of one webhook and instance, which moves behind what this desk has delivered. */
export interface TeamCursors extends Cursors {
  /** Where the team's cursor stands is known here, and only this desk moves it. */
  isKnown(): boolean
  ended(): Promise<void>
}

/** After a delivery the cursor moves within so long, ms: what a killed desk delivered since goes out again. */
const soonMs = 200
/** Over events that are none of the webhook's, ms. */
const idleMs = 60_000
/** After a failed call, ms. */
const failedMs = 2000

/**
 * @param refresh reads what the team has of its webhooks. Rejects with TeamError
 * @param onChange the cursor stands elsewhere, or events may go out again
 */
export function createTeamCursors(
  deps: Pick<DelivererDeps, 'store' | 'clock' | 'logger' | 'directory' | 'onProgress'>,
  place: TeamPlace,
  signal: AbortSignal,
  refresh: () => Promise<void>,
  onChange: () => void,
): TeamCursors {
  const { store, clock, logger, directory, onProgress } = deps
  const { program: key, team, instance, shared, lease } = place
  let isKnown = false
  // Events that cannot be fenced are not delivered: another desk may deliver them at the same time, in another order.
  let isFenced = true
  let moving: Promise<void> | null = null
  let isAgain = false
  let isHeld = false
  let cancel: (() => void) | null = null
  let dueAt = Infinity

  const holds = () => !signal.aborted && team.lease(instance)?.epoch === lease.epoch
  const plan = (ms: number) => {
    const at = clock.monotonic() + ms
    if (signal.aborted || at >= dueAt) return
    cancel?.()
    dueAt = at
    cancel = clock.setTimer(ms, () => {
      dueAt = Infinity
      cancel = null
      start()
    })
  }
  const start = () => {
    if (moving !== null || isHeld) {
      isAgain = true
      return
    }
    moving = move()
      .catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ error: String(error) }, "the cursor of a team's webhook did not move")
        isFenced = false
        plan(failedMs)
      })
      .finally(() => {
        moving = null
        if (isAgain) plan(soonMs)
        isAgain = false
      })
  }
  const move = async () => {
    const program = directory.get(key)
    if (program === undefined || program.team === null || program.state === 'paused' || program.state === 'stopped')
      return
    const step: CursorStep | null = await store.read('programs.step', { program: key, instance })
    if (step === null || !holds()) return
    const webhook = program.team.id
    const at = { webhook, instance: shared, epoch: lease.epoch }
    if (step.to > step.from) {
      const { from, to, link } = step
      const letters = step.letters.map(({ event: _event, ...letter }) => letter)
      const outcome = await team.advanceCursor({ ...at, from, to, link, letters })
      if (outcome === 'full') return await stopFull()
      if (outcome === 'lost') {
        isKnown = false
        return onChange()
      }
      const events = step.letters.map(({ event }) => event)
      await store.write('programs.advanced', { program: key, instance, to, letters: events })
      onProgress()
    }
    for (const { event, ...letter } of step.settled) {
      await team.settleLetter(at, letter)
      await store.write('programs.letterSettled', { program: key, event, isDelivered: letter.isDelivered })
    }
    if (!isFenced) {
      isFenced = true
      onChange()
    }
  }
  /** Nobody may miss a dead letter, so nothing more is given up before a person has looked. */
  const stopFull = async () => {
    const trouble: ProgramTrouble = { at: clock.now(), kind: 'deadLettersFull', status: null, text: '' }
    await store.write('programs.setState', { program: key, state: 'stopped' })
    await store.write('programs.recordTrouble', { program: key, trouble })
    await directory.load()
    onProgress()
  }
  const stopListening = store.onChanges((changes) => {
    if (changes.some(({ kind }) => kind === 'journal')) plan(idleMs)
  })
  const stop = () => {
    stopListening()
    cancel?.()
    cancel = null
  }
  signal.addEventListener('abort', stop, { once: true })

  return {
    instance,
    signal,
    /** Nothing moves while it is read. */
    async read() {
      if (isKnown) return
      isHeld = true
      try {
        await moving
        await refresh()
        isFenced = true
        isKnown = !signal.aborted
      } finally {
        isHeld = false
        plan(soonMs)
      }
    },
    move: () => plan(soonMs),
    fence: () => isFenced && holds(),
    isKnown: () => isKnown,
    async ended() {
      stop()
      await moving
    },
  }
}
