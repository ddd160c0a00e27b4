import type { ApiError } from '../../api/answers/api-error.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { journalsBesideQueue, type Journal } from '../accounts/rules/notification-switches.ts'
import type { HistoryBase } from './history-base.ts'
import { loadHistory } from './load-history.ts'
import { loadJournals } from './load-journals.ts'

/** While the queue brings nothing, the journals are read and the viewed chat is refreshed this often, ms. */
const everyMs = 60_000
const minuteMs = 60_000
const overlapMinutes = 5
const dayMinutes = 1440

/** A gap that ends so late, ms: the service may add to its journals by now what it had not when they were read. */
const lateGapMs = 5 * 60_000

/**
 * Replaces the queue while it brings nothing or not everything: a webhook is set, another program reads it,
 * notifications of messages are off, receives are refused, or the instance only reads and sends (architecture 5). Only
 * the journals that can have what is missing are read, as often as the month's calls allow. A journal that was last
 * read more than a day ago is an absence. Where the queue brings everything, the viewed chat is read again while the
 * time just before the queue was first read is not known to be whole: the service's journals are late (service 10.2).
 * While there is neither anything to read nor a chat to refresh, no timer runs. Ends with the run.
 */
export async function keepFresh(
  run: InstanceRun,
  deps: Pick<HistoryBase, 'clock' | 'store' | 'logger'>,
  {
    viewed,
    onView,
    closeAbsence,
  }: {
    readonly viewed: () => ChatKey | null
    /** Called when another chat is viewed. */
    readonly onView: (listener: () => void) => () => void
    readonly closeAbsence: () => void
  },
): Promise<void> {
  const { clock, store } = deps
  const { instance } = run
  const { budget } = instance
  let isFirst = true
  const refreshViewed = async (chat: ChatKey): Promise<void> => {
    await loadHistory(run, deps, {
      chat,
      goal: 'newest',
      priority: 'view',
      purpose: 'history.fresh',
      signal: run.signal,
    })
  }
  const closeLateGap = async (): Promise<void> => {
    const chat = viewed()
    if (chat === null) return
    const { gaps } = await store.read('history.completeness', { chat })
    const now = clock.now() + instance.row().clockOffsetMs
    if (gaps.some(({ to }) => to > now - lateGapMs)) await refreshViewed(chat)
  }
  const refresh = async (wanted: readonly Journal[]): Promise<void> => {
    const journals = wanted.filter((name) => budget.restMs(name, 'list') === 0)
    if (journals.length === 0) {
      await probe()
      return
    }
    const reads = await store.read('history.journalReads', { instance: run.key })
    const minutesOf = (name: Journal): number => {
      const read = reads[name]
      const now = clock.now()
      // A read that lies ahead was dated by a clock that was wrong: nothing says how long ago it was.
      if (read === undefined || read > now) return dayMinutes
      return Math.ceil((now - read) / minuteMs) + overlapMinutes
    }
    const oldest = Math.min(...journals.map((name) => reads[name] ?? Infinity))
    // oxlint-disable-next-line clocks/monotonic -- a stored time; one that lies ahead is no absence, and a day is read
    const isAbsence = isFirst && clock.now() - oldest > dayMinutes * minuteMs
    isFirst &&= !isAbsence
    if (isAbsence && journals.every((name) => budget.restMs(name, 'absence') === 0)) {
      await store.write('history.reopenAbsence', { instance: run.key, from: oldest })
      closeAbsence()
      return
    }
    const { error } = await loadJournals(run, deps, {
      journals,
      minutes: minutesOf,
      withChats: isFirst,
      priority: 'background',
      purpose: 'history.fresh',
      signal: run.signal,
    })
    isFirst = false
    report(error)
    const chat = viewed()
    // Where calls are few, the journals are all that is asked: they have the chat's messages too.
    if (chat !== null && !run.signal.aborted && !budget.isFrugal('getChatHistory')) await refreshViewed(chat)
  }
  /** For instances that do not receive, these calls show the state of the connection. */
  const report = (error: ApiError | null) => {
    if (error === null) instance.connection.report({ kind: 'answered' })
    else instance.connection.report({ kind: 'failed', error, by: 'other' })
  }
  /** Between rare calls: whether the service answers again. No plan limits this operation. */
  const probe = async (): Promise<void> => {
    if (instance.connection.state().kind !== 'unreachable') return
    const answer = await run.optional.ask('getStateInstance', {}, probeCall)
    if (answer !== 'absent') report(answer.ok ? null : answer.error)
  }
  const probeCall = { priority: 'background', purpose: 'history.fresh', signal: run.signal } as const

  const journalsToRead = (): readonly Journal[] => {
    const row = instance.row()
    return journalsBesideQueue(row, instance.connection.needsHistories() || row.mode === 'sendOnly')
  }
  const hasWork = () => viewed() !== null || journalsToRead().length > 0
  /** Resolves once there is work, or at a nudge or the end of the run. */
  const untilNeeded = () =>
    new Promise<'needed' | 'nudged'>((resolve) => {
      const end = (reason: 'needed' | 'nudged'): void => {
        for (const stop of stops) stop()
        resolve(reason)
      }
      const check = () => {
        if (run.signal.aborted || hasWork()) end('needed')
      }
      const stops = [
        instance.onRow(check),
        instance.connection.onChange(check),
        onView(check),
        run.onNudge(() => end('nudged')),
        () => run.signal.removeEventListener('abort', check),
      ]
      run.signal.addEventListener('abort', check)
      check()
    })

  while (!run.signal.aborted) {
    const journals = journalsToRead()
    // A failed round is followed by the next, because nothing else replaces the queue.
    await (journals.length > 0 ? refresh(journals) : closeLateGap()).catch((error: unknown) => {
      if (!run.signal.aborted) deps.logger.warn({ instance: run.key, error }, 'histories were not kept fresh')
    })
    const roundAt = clock.monotonic()
    if ((await untilNeeded()) === 'nudged') continue
    // The rounds are at the same times as if all of them had been run.
    await run.pause(everyMs - ((clock.monotonic() - roundAt) % everyMs))
  }
}
