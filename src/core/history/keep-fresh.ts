import type { ChatKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { HistoryBase } from './history-base.ts'
import { allCallsOn, allMessagesOn } from '../accounts/rules/notification-switches.ts'
import { loadHistory } from './load-history.ts'
import { loadCalls } from './load-calls.ts'
import { loadJournals } from './load-journals.ts'

/** While the queue brings nothing, the journals are read and the viewed chat is refreshed this often, ms. */
const everyMs = 60_000
const minuteMs = 60_000
const overlapMinutes = 5
/** While notifications of calls are off, their journals are read this often, ms. */
const callsEveryMs = 5 * 60_000

/** A gap that ends so late, ms: the service may add to its journals by now what it had not when they were read. */
const lateGapMs = 5 * 60_000

/**
 * Replaces the queue while it brings nothing or not everything: a webhook is set, another program reads it,
 * notifications of messages are off, receives are refused, or the instance only reads and sends (architecture 5). Where
 * the queue brings everything, it reads the viewed chat again while the time just before the queue was first read is
 * not known to be whole: the service's journals are late (service 10.2). Calls are read too while their notifications
 * are off. Ends with the run.
 */
export async function keepFresh(
  run: InstanceRun,
  deps: Pick<HistoryBase, 'clock' | 'store' | 'logger'>,
  viewed: () => ChatKey | null,
): Promise<void> {
  const { clock } = deps
  let journalsAt: number | null = null
  let callsAt: number | null = null
  const refreshViewed = async (chat: ChatKey): Promise<void> => {
    await loadHistory(run, deps, {
      chat,
      goal: { kind: 'newest' },
      priority: 'view',
      purpose: 'history.fresh',
      signal: run.signal,
    })
  }
  const closeLateGap = async (): Promise<void> => {
    const chat = viewed()
    if (chat === null) return
    const { gaps } = await deps.store.read('history.completeness', { chat })
    const now = clock.now() + run.instance.row().clockOffsetMs
    if (gaps.some(({ to }) => to > now - lateGapMs)) await refreshViewed(chat)
  }
  const refresh = async (): Promise<void> => {
    const minutes = journalsAt === null ? 1440 : Math.ceil((clock.now() - journalsAt) / minuteMs) + overlapMinutes
    const startedAt = clock.now()
    const { error } = await loadJournals(run, deps, {
      minutes,
      withChats: journalsAt === null,
      priority: 'background',
      purpose: 'history.fresh',
      signal: run.signal,
    })
    if (error === null) journalsAt = startedAt
    report(run, error)
    const chat = viewed()
    if (chat !== null && !run.signal.aborted) await refreshViewed(chat)
  }
  const closeGaps = async (): Promise<void> => {
    await closeLateGap()
    if (allCallsOn(run.instance.row().settings) || (callsAt !== null && clock.now() - callsAt < callsEveryMs)) return
    const minutes = callsAt === null ? 1440 : Math.ceil((clock.now() - callsAt) / minuteMs) + overlapMinutes
    callsAt = clock.now()
    await loadCalls(run, deps, { minutes, priority: 'background', purpose: 'history.fresh', signal: run.signal })
  }
  while (!run.signal.aborted) {
    // A failed round is followed by the next, because nothing else replaces the queue.
    await (needsHelp(run) ? refresh() : closeGaps()).catch((error: unknown) => {
      if (!run.signal.aborted) deps.logger.warn({ instance: run.key, error }, 'histories were not kept fresh')
    })
    await run.pause(everyMs)
  }
}

function needsHelp({ instance }: InstanceRun): boolean {
  const { mode, settings } = instance.row()
  return instance.connection.needsHistories() || !allMessagesOn(settings) || mode === 'sendOnly'
}

/** For instances that do not receive, these calls show the state of the connection. */
function report(run: InstanceRun, error: Awaited<ReturnType<typeof loadJournals>>['error']): void {
  const { connection } = run.instance
  if (error === null) connection.report({ kind: 'answered' })
  else connection.report({ kind: 'failed', error, by: 'other' })
}
