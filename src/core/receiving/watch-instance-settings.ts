import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { ReceivingBase } from './receiving-base.ts'
import { learnSettings } from '../accounts/learn-settings.ts'
import { allMessagesOn } from '../accounts/rules/notification-switches.ts'

/** Somebody may change the settings elsewhere, and nothing tells: they are read again so often, ms. */
const everyMs = 30 * 60_000
/** At most so often while something about the queue looks odd, ms. */
const inDoubtMs = 5 * 60_000
/** At most so often when the account changed its state or the person asks, ms. */
const immediateMs = 10_000

export interface InstanceSettingsWatch {
  /** Whether every message comes through the queue, as far as the settings say. */
  isComplete(): boolean
  /** Something about the queue looks odd. */
  inDoubt(): void
  /** The account changed its state: a change of settings restarts it. */
  changed(): void
  /** An incoming message was received. @param at when it was written, epoch ms; null when that is unknown */
  messageCame(at: number | null): void
}

/**
 * Reads getSettings where it exists: whether notifications of messages are on, and whether a webhook URL is set
 * (service 10.3). Asks at the start of a run, on a schedule, after a change of state, when the person asks to try now,
 * and when something looks odd. Where messages no longer come through the queue, what came since they were last known
 * to is no longer taken for complete.
 */
export function watchInstanceSettings(
  run: InstanceRun,
  deps: Pick<ReceivingBase, 'clock' | 'store' | 'logger'>,
): InstanceSettingsWatch {
  const { instance, optional, signal, key } = run
  const { clock, store, logger } = deps
  let askedAt = -Infinity
  let asking = false
  /** When the newest answer was asked for, epoch ms; the service's times are whole seconds. */
  let readAt = Infinity
  /** At once, not when the row is read again: what is received meanwhile must not count as complete. */
  let isComplete = allMessagesOn(instance.row().settings)
  /** When all was on for certain, epoch ms: the run before looked at least so often. */
  let completeAt = (instance.row().lastAnswerAt ?? 0) - everyMs

  const ask = async () => {
    const now = clock.now()
    if (signal.aborted) return
    const options = { priority: 'background', purpose: 'receive.settings', signal } as const
    const result = await optional.ask('getSettings', {}, options)
    if (result === 'absent' || !result.ok) return
    readAt = Math.floor(now / 1000) * 1000
    isComplete = allMessagesOn(result.value)
    if (isComplete) completeAt = now
    else await store.write('receiving.endCoverage', { instance: key, at: completeAt })
    await learnSettings(run, store, result.value)
  }

  const check = (againAfterMs: number) => {
    if (asking || clock.monotonic() - askedAt < againAfterMs) return
    asking = true
    askedAt = clock.monotonic()
    ask()
      .catch((error: unknown) => logger.warn({ instance: key, error }, 'settings were not read'))
      .finally(() => {
        asking = false
      })
  }

  const keepChecking = async () => {
    while (!signal.aborted) {
      check(immediateMs)
      await run.pause(everyMs)
    }
  }
  void keepChecking()
  let authorization = instance.connection.authorization()
  const stopListening = instance.connection.onChange(() => {
    const before = authorization
    authorization = instance.connection.authorization()
    if (authorization === 'authorized' && before === 'notAuthorized') check(immediateMs)
  })
  signal.addEventListener('abort', stopListening, { once: true })
  return {
    isComplete: () => isComplete,
    inDoubt: () => check(inDoubtMs),
    changed: () => check(immediateMs),
    messageCame(at) {
      // What was written before the settings were read may have waited in the queue.
      if (at === null || at < readAt || instance.connection.state().kind !== 'notificationsOff') return
      instance.connection.report({ kind: 'notifications', on: true })
      check(immediateMs)
    },
  }
}
