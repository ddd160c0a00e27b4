import type { Json } from '../../api/json.ts'
import { ContractError } from '../../contract/errors.ts'
import type { SyncProgress } from '../../contract/instances.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { groupOf } from '../../api/group-of.ts'
import { isTransient } from '../../api/limits/retry.ts'
import type { ChatToCheck } from './tx/history-intents.ts'
import type { SharedWindows } from './shared-windows.ts'
import { loadHistory, type LoadDeps } from './load-history.ts'

export interface SyncPlan {
  readonly kind: SyncProgress['kind']
  readonly chats: readonly ChatToCheck[]
  readonly startedAt: number
  /** Chats that earlier rounds of the same sync loaded. */
  readonly before: number
  /** Whether the sync is finished with these chats; else `startedAt` and the whole go on. */
  readonly isLast: boolean
  /** More chats may come. */
  readonly arriving: boolean
  /** Chats of which nothing has to be asked, because a team's journal brings it. */
  readonly fromTeam?: TeamPart | undefined
  /** Aborted by the end of the run. */
  readonly signal: AbortSignal
}

/** Requests that a sync of a shared instance can skip, and results that it gives to the other desks. */
export interface TeamPart {
  /** Nothing of any chat has to be asked: the queue has brought everything. */
  readonly isLive: boolean
  readonly windows: SharedWindows
}

export type SyncEnd = 'finished' | 'interrupted'

/** Progress goes to the disk at most this often, ms. */
const progressEveryMs = 1000
/** The pause before a chat is tried again after a passing failure, ms. */
const againMs = 5000

/**
 * Loads the history of one chat after the other, last active first, and keeps the progress where the window sees it.
 * A chat whose history the service refuses keeps its gap; without a connection the sync waits. The service is not asked
 * for a chat whose window a colleague read.
 */
export async function syncChats(run: InstanceRun, deps: LoadDeps, plan: SyncPlan): Promise<SyncEnd> {
  const { clock, store, logger } = deps
  let done = 0
  /** Chats that the month's calls do not allow to read; each is read when it is opened. */
  let spared = 0
  let recordedAt = -Infinity

  const storeProgress = async (end: SyncEnd | null) => {
    if (end === null && clock.monotonic() - recordedAt < progressEveryMs) return
    recordedAt = clock.monotonic()
    const sync: SyncProgress = {
      kind: plan.kind,
      done: plan.before + done,
      total: plan.before + plan.chats.length,
      startedAt: plan.startedAt,
      ...(end === 'finished' && plan.isLast ? { finishedAt: clock.now() } : {}),
      ...(plan.arriving ? { arriving: true } : {}),
      ...(spared === 0 ? {} : { spared }),
    }
    await store.write('accounts.learn', { key: run.key, sync })
  }

  await storeProgress(null)
  const { fromTeam } = plan
  for (const { chat, chatId } of plan.chats) {
    // A colleague's window ends the wait for this desk's turn to ask for the same.
    const isHere = new AbortController()
    const stopListening = fromTeam?.windows.onWindow((instance, of) => {
      if (instance === run.key && of === chatId) isHere.abort()
    })
    if (fromTeam !== undefined && (fromTeam.isLive || fromTeam.windows.has(run.key, chatId))) isHere.abort()
    const signal = AbortSignal.any([plan.signal, isHere.signal])
    try {
      let newest: readonly Json[] = []
      for (let attempt = 1; ; attempt++) {
        if (signal.aborted) break
        const result = await loadHistory(run, deps, {
          chat,
          goal: 'newest',
          priority: 'background',
          purpose: `history.${plan.kind}`,
          signal,
          onNewest(records) {
            newest = records
          },
        }).catch(nullIfGone)
        if (result === null) break
        if (result.kind === 'loaded') await fromTeam?.windows.share(run.key, chatId, newest)
        if (result.kind === 'loaded' || signal.aborted) break
        if (result.error.kind === 'overBudget') {
          spared = plan.chats.length - done
          break
        }
        if (attempt >= attemptsAfter(result.error)) {
          logger.warn({ instance: run.key, chat, error: result.error.kind }, 'a chat could not be checked')
          break
        }
        await run.pause(againMs * Math.min(attempt, 6))
      }
    } finally {
      stopListening?.()
    }
    if (spared > 0) break
    if (plan.signal.aborted) {
      await storeProgress('interrupted')
      return 'interrupted'
    }
    done += 1
    await storeProgress(null)
  }
  await storeProgress('finished')
  return 'finished'
}

/** A page of somebody else in the place of a history may be gone the next time. */
const attemptsAfter = (error: ApiError): number => (isTransient(error) ? 20 : groupOf(error) === 'garbled' ? 3 : 1)

/** A chat may be joined with another one, or erased, after the list was made. */
function nullIfGone(error: unknown): null {
  if (error instanceof ContractError && error.code === 'notFound') return null
  throw error
}
