import { groupOf } from '../../api/group-of.ts'
import { isTransient } from '../../api/limits/retry.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { SyncProgress } from '../../contract/instances.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { InstanceRow } from '../accounts/rules/instance-row.ts'
import { learnAccount } from '../accounts/learn-settings.ts'
import type { LoadDeps } from './load-history.ts'
import type { SharedWindows } from './shared-windows.ts'
import { loadJournals } from './load-journals.ts'
import { syncChats, type TeamPart } from './sync-chats.ts'

/** The service's own look-back (service 4.6): a first sync brings the chats of the last 24 hours. */
const firstSyncMinutes = 1440
const minuteMs = 60_000
/** Polling intervals while an account's history arrives: in the first minute, and then, ms. */
const arrivingMs = [5_000, 20_000] as const
const firstRounds = 12
/**
 * A history has arrived when nothing older than the login appeared for this long, ms: journals are up to two minutes
 * late (service 10.2).
 */
const quietMs = 150_000
/** A progress unchanged for this long is ignored, ms. */
const stuckMs = 3_600_000
/** Pauses after an empty answer or a failure, ms. The last one repeats. */
const paces = [30_000, 60_000, 120_000, 300_000, 600_000] as const
/** An account without any chat is asked so many times in a run. */
const emptyRounds = 12

/** Whether no phone is linked: the service's lists then do not belong to the account. */
export const isUnlinked = (reportedState: string | null): boolean =>
  reportedState === 'notAuthorized' || reportedState === 'pendingCode' || reportedState === 'pendingPassword'

/** The progress that is stored while an account's history still comes to the service. */
export const arrivingSync = (now: number): SyncProgress => ({
  kind: 'firstSync',
  done: 0,
  total: 0,
  startedAt: now,
  arriving: true,
})

export interface FirstSync {
  /** Reads the service's present lists. Returns the ms until the next round; null: the sync has ended. */
  round(): Promise<number | null>
}

/**
 * The first sync of an instance: the chats of the last 24 hours, with their newest messages. Nothing of it becomes
 * unread (chat-summary.ts). Answers count only while a phone is linked. After a login, or while the service reports
 * progress, history is still arriving, so rounds continue until nothing older has appeared for a while. An empty answer
 * or an unreachable service does not end the sync. If interrupted, it restarts with the next run. A desk
 * of a team asks for the lists itself, and for the history of a chat only if neither the team's queue nor a colleague's
 * window has brought its last 24 hours.
 */
export function createFirstSync(run: InstanceRun, deps: LoadDeps & { readonly windows: SharedWindows }): FirstSync {
  const { clock, store, windows } = deps
  const { key, instance } = run
  const { signal } = run
  const call = { priority: 'background', purpose: 'history.sync', signal } as const
  const startedAt = clock.now()
  const loaded = new Set<ChatKey>()
  let rounds = 0
  let empty = 0
  let failures = 0
  /** Monotonic ms, as `progressAt`. */
  let newsAt = clock.monotonic()
  let progress: number | null = null
  let progressAt = newsAt
  /** History was arriving: what was read of a chat before says nothing about what is there now. */
  let hasArrived = false

  const over = async (): Promise<null> => {
    await store.write('accounts.learn', { key, firstSyncedAt: clock.now() })
    return null
  }
  const pace = (times: number) => paces[Math.min(times, paces.length) - 1] ?? paces[0]

  /** Whether more may come: by the service's own progress, or because a phone was linked a moment ago. */
  const isArriving = ({ historySyncProgress, sync }: InstanceRow, hasNews: boolean): boolean => {
    if (historySyncProgress !== progress) {
      progress = historySyncProgress
      progressAt = clock.monotonic()
    }
    if (hasNews) newsAt = clock.monotonic()
    if (progress !== null) return clock.monotonic() - progressAt < stuckMs
    return sync?.arriving === true && clock.monotonic() - Math.max(newsAt, progressAt) < quietMs
  }

  /** Requests that the team's journal saves this desk; undefined where no team shares the instance. */
  const teamPart = async (): Promise<TeamPart | undefined> => {
    if (!windows.isShared(key)) return undefined
    await windows.untilFollowed(key, signal)
    const from = startedAt + instance.row().clockOffsetMs - firstSyncMinutes * minuteMs
    return { isLive: await store.read('history.isLiveSince', { instance: key, from }), windows }
  }

  const round = async (): Promise<number | null> => {
    const state = instance.connection.reportedState()
    if (isUnlinked(state) || state === 'starting') {
      newsAt = clock.monotonic()
      return pace(2)
    }
    rounds += 1
    const account = await run.optional.ask('getAccountSettings', {}, call)
    if (account !== 'absent' && account.ok) {
      await learnAccount(run, store, account.value)
      if (isUnlinked(account.value.stateInstance ?? null)) return pace(2)
    }
    const journals = await loadJournals(run, deps, {
      ...call,
      minutes: () => firstSyncMinutes,
      withChats: true,
    })
    if (signal.aborted) return null
    // An account that was logged out meanwhile begins again when it is logged in again.
    if (isUnlinked(instance.connection.reportedState())) return pace(2)

    const mayBeOvercome =
      journals.error !== null &&
      (!journals.answered ||
        isTransient(journals.error) ||
        // A page of somebody else in the place of a list, as of a gateway: where it stays, the list never comes.
        (groupOf(journals.error) === 'garbled' && failures < paces.length))
    failures = mayBeOvercome ? failures + 1 : 0
    const isEmpty = journals.chats.length === 0 && journals.listed === 0
    empty = isEmpty && !mayBeOvercome ? empty + 1 : 0
    const row = await store.read('accounts.get', { key })
    const arriving = isArriving(row, journals.oldestCreatedAt < startedAt || journals.newChats > 0)
    hasArrived ||= arriving || row.sync?.arriving === true
    const isLast = !mayBeOvercome && !isEmpty && !arriving
    if (isEmpty && !mayBeOvercome && !arriving && row.sync !== null)
      await store.write('accounts.learn', { key, sync: null })

    const wanted =
      isLast && rounds > 1
        ? journals.chats
        : journals.chats.filter((chat) => !loaded.has(chat) || journals.created.has(chat))
    if (!isEmpty) {
      const fromTeam = hasArrived ? undefined : await teamPart()
      const chats = await store.read('history.chatIds', { chats: wanted })
      const before = loaded.size - wanted.filter((chat) => loaded.has(chat)).length
      const end = await syncChats(run, deps, {
        signal,
        kind: 'firstSync',
        chats,
        before,
        startedAt,
        isLast,
        arriving,
        fromTeam,
      })
      if (end === 'interrupted') return null
      for (const chat of wanted) loaded.add(chat)
    }
    if (isLast && !isUnlinked(instance.connection.reportedState())) return over()
    if (empty >= emptyRounds) return null
    if (arriving) return arrivingMs[rounds < firstRounds ? 0 : 1]
    return pace(Math.max(failures, empty))
  }
  return { round }
}
