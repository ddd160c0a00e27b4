import { backOff } from '../../api/limits/back-off.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { isMuted } from '../../contract/notice-text.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { ChatCompleteness } from '../../contract/messages.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { Service } from '../base/core-base.ts'
import type { HistoryBase } from './history-base.ts'
import { createSignal } from '../base/create-signal.ts'
import { createTasks } from '../base/create-tasks.ts'
import { keepFresh } from './keep-fresh.ts'
import { loadHistory, type FoundMessages, type LoadGoal, type LoadDeps } from './load-history.ts'
import { arrivingSync, createFirstSync, isUnlinked } from './first-sync.ts'
import { loadJournals } from './load-journals.ts'
import { syncChats, type SyncEnd } from './sync-chats.ts'

export interface HistoryService extends Service {
  /** A load of this chat is under way. */
  isLoading(chat: ChatKey): boolean
  /** The chat that a person looks at; it is kept fresh where the queue brings nothing. */
  attend(chat: ChatKey | null): void
  /** The queue left out a stretch of time. */
  recordAbsence(instance: InstanceKey): void
}

export interface History {
  readonly handlers: Pick<CoreHandlers, CallsOf<'history'>>
  readonly service: HistoryService
}

interface Sync {
  again: boolean
  /** Ends the pause before the next round. */
  wake: () => void
}

/** Syncs of many instances begin this far apart at the mean, ms: 200 at once would cost memory that stays. */
const spreadMs = 25
/** Pauses after a sync that the store or an error interrupted, ms. */
const failurePace = { baseMs: 30_000, capMs: 3_600_000 }
/** Messages that are read again in one transaction. */
const rereadPiece = 100

/** Histories without holes: what the person opens, first syncs, and gaps after absences (architecture 8). */
export function createHistory(deps: HistoryBase): History {
  const { clock, ids, store, instances, logger, emit } = deps
  /** The work that has to end before the next load of a chat begins; never rejects. */
  const loading = new Map<ChatKey, Promise<void>>()
  /** Chats whose load was announced and goes on, each with its instance. */
  const begun = new Map<ChatKey, InstanceKey>()
  const syncs = new Map<InstanceKey, Sync>()
  const work = createTasks<{ readonly instance: InstanceKey; readonly what: string }>((error, { instance, what }) =>
    logger.warn({ instance, error }, what),
  )
  const ended = new AbortController()
  const rereading = createTasks<string>((error, what) => logger.warn({ error, what }, 'the archive was not read again'))
  let viewed: { readonly chat: ChatKey; readonly instance: InstanceKey } | null = null
  const views = createSignal<[]>()
  const view = (seen: typeof viewed): void => {
    viewed = seen
    views.emit()
  }
  let stopListening: (() => void) | null = null
  /** The chat that the person has open, also while its instance is looked up. */
  let attended: ChatKey | null = null

  /** Reads messages again of kinds that an earlier version did not know. */
  const rereadUnknown = async () => {
    let after: number | null = 0
    while (after !== null && !ended.signal.aborted)
      after = await store.write('archive.rereadUnknown', { after, limit: rereadPiece }, { deferred: true })
  }

  const announce = (instance: InstanceKey, chat: ChatKey) =>
    emit({ type: 'changed', change: { kind: 'messages', instance, chat, messages: [] } })

  /** Whether a chat was read once, and the queue has brought everything since. */
  const isWhole = async (run: InstanceRun, chat: ChatKey): Promise<boolean> => {
    const { gaps, checkedAt } = await store.read('history.completeness', { chat })
    const from = clock.now() + run.instance.row().clockOffsetMs
    return (
      checkedAt !== null && gaps.length === 0 && (await store.read('history.isLiveSince', { instance: run.key, from }))
    )
  }

  const loadNow = async (
    chat: ChatKey,
    goal: LoadGoal,
    purpose: string,
    signal: AbortSignal,
  ): Promise<ChatCompleteness> => {
    const { instance } = await store.read('history.state', { chat })
    const run = runOf(instances, instance)
    announce(instance, chat)
    begun.set(chat, instance)
    const isKnown =
      purpose === 'history.open' && run.instance.budget.isFrugal('getChatHistory') && (await isWhole(run, chat))
    if (isKnown) return { ...(await store.read('history.completeness', { chat })), loading: false }
    const result = await loadHistory(run, deps, {
      chat,
      goal,
      priority: 'view',
      purpose,
      signal: AbortSignal.any([signal, run.signal]),
    })
    // The gap of an opened chat is shown; a person who asks for it is not held back.
    if (result.kind === 'failed' && result.error.kind === 'overBudget')
      return { ...(await store.read('history.completeness', { chat })), loading: false }
    if (result.kind === 'failed') throw contractErrorOf(result.error)
    run.instance.connection.report({ kind: 'answered' })
    return { ...(await store.read('history.completeness', { chat: result.chat })), loading: false }
  }

  /** Runs one load of a chat at a time, in the order of the calls: a second one would ask for the same windows. */
  const load = async (
    chat: ChatKey,
    goal: LoadGoal,
    purpose: string,
    signal: AbortSignal,
  ): Promise<ChatCompleteness> => {
    const lastLoad = (loading.get(chat) ?? Promise.resolve()).then(() => loadNow(chat, goal, purpose, signal))
    const settled = lastLoad.then(
      () => undefined,
      () => undefined,
    )
    loading.set(chat, settled)
    try {
      return await lastLoad
    } finally {
      if (loading.get(chat) === settled) loading.delete(chat)
      const instance = begun.get(chat)
      begun.delete(chat)
      // A load that could not begin changed nothing.
      if (instance !== undefined) announce(instance, chat)
    }
  }

  /** Emits one notice for all messages of an absence. */
  const emitSummary = async ({ key, instance }: InstanceRun, { messages, chats }: FoundMessages) => {
    const { mutedUntil } = instance.row()
    if (messages === 0 || isMuted(mutedUntil, clock.now())) return
    const { notifications } = await store.read('settings.get', undefined)
    if (!notifications) return
    const { name: instanceName } = instance.row()
    emit({ type: 'notice', notice: { kind: 'summary', instance: key, instanceName, messages, chats: chats.size } })
  }

  /** First sync and absences; one at a time for an instance. */
  const sync = (run: InstanceRun) => {
    const { key } = run
    const running = syncs.get(key)
    if (running !== undefined) {
      running.again = true
      running.wake()
      return
    }
    const state: Sync = { again: false, wake: () => undefined }
    syncs.set(key, state)
    const first = createFirstSync(run, deps)
    let failures = 0
    /** Returns the ms until the next round; null: the sync has ended. */
    const round = async (): Promise<number | null> => {
      try {
        const { firstSyncedAt } = await store.read('accounts.get', { key })
        const wait = firstSyncedAt === null ? await first.round() : null
        await emitSummary(run, await closeAbsence(run, deps))
        failures = 0
        return wait
      } catch (error) {
        if (run.signal.aborted) throw error
        logger.warn({ instance: key, error }, 'a sync was interrupted, and is continued later')
        failures += 1
        return backOff(failurePace, failures)
      }
    }
    const go = async () => {
      await run.pause(ids.random() * spreadMs * instances.list().length)
      while (!run.signal.aborted) {
        state.again = false
        const wait = await round()
        if (run.signal.aborted) return
        if (state.again) continue
        if (wait === null) return
        const woken = new Promise<void>((resolve) => (state.wake = resolve))
        await Promise.race([run.pause(wait), woken])
      }
    }
    const ended = go().finally(() => {
      syncs.delete(key)
      // A run that began at the end of this one found its sync here.
      const current = state.again ? instances.get(key)?.run() : null
      if (current) sync(current)
    })
    work.add(ended, { instance: key, what: 'a sync ended early' })
  }

  /**
   * The account's history comes to the service again: what was read of it before says nothing about what is there now.
   */
  const expectHistory = async (run: InstanceRun) => {
    const { firstSyncedAt, sync: known } = await store.read('accounts.get', { key: run.key })
    if (firstSyncedAt !== null || known?.arriving !== true)
      await store.write('accounts.learn', { key: run.key, firstSyncedAt: null, sync: arrivingSync(clock.now()) })
    sync(run)
  }

  /**
   * Begins the first sync again where the account gets another history: a phone was linked, another number, or the
   * service says that it reads one.
   */
  const watchAccount = (run: InstanceRun) => {
    const { key, instance } = run
    const { connection } = instance
    let wid: string | null = null
    let progress: number | null = null
    let wasUnlinked = false
    const expect = () => work.add(expectHistory(run), { instance: key, what: 'a new history was not expected' })
    const greet = async () => {
      await store.write('accounts.learn', { key, isRelinked: true })
      sync(run)
    }
    const poll = () => {
      const unlinked = isUnlinked(connection.reportedState())
      if (unlinked && !wasUnlinked) expect()
      else if (wasUnlinked && !unlinked) work.add(greet(), { instance: key, what: 'a linked phone was not noted' })
      wasUnlinked = unlinked
    }
    const learn = async () => {
      const [row] = await store.read('accounts.some', { keys: [key] })
      if (row === undefined) return
      const isOther = wid !== null && row.wid !== null && row.wid !== wid
      const isRead = row.historySyncProgress !== null && row.historySyncProgress !== progress
      wid = row.wid ?? wid
      progress = row.historySyncProgress
      if (isOther || (isRead && row.firstSyncedAt !== null)) expect()
    }
    const stops = [
      connection.onChange(poll),
      store.onChanges((changes) => {
        if (changes.some((change) => change.kind === 'instances' && change.instance === key))
          work.add(learn(), { instance: key, what: 'an account was not looked at' })
      }),
    ]
    run.signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true })
    poll()
    work.add(learn(), { instance: key, what: 'an account was not looked at' })
  }

  return {
    handlers: {
      'history.refresh': ({ chat }, { signal }) => load(chat, 'newest', 'history.open', signal),
      'history.loadOlder': ({ chat }, { signal }) => load(chat, 'older', 'history.older', signal),
    },
    service: {
      isLoading: (chat) => begun.has(chat),
      attend(chat) {
        attended = chat
        if (chat === null) {
          view(null)
          return
        }
        store.read('history.state', { chat }).then(
          ({ instance }) => {
            // The person may have left it meanwhile.
            if (attended === chat) view({ chat, instance })
          },
          () => undefined,
        )
      },
      recordAbsence(instance) {
        const run = instances.get(instance)?.run() ?? null
        if (run !== null) sync(run)
      },
      start() {
        rereading.add(rereadUnknown(), 'unknown kinds')
        stopListening = instances.onRun((run) => {
          sync(run)
          watchAccount(run)
          work.add(
            keepFresh(run, deps, {
              viewed: () => (viewed?.instance === run.key ? viewed.chat : null),
              onView: views.listen,
              closeAbsence: () => sync(run),
            }),
            { instance: run.key, what: 'keeping histories fresh ended early' },
          )
        })
      },
      async stop() {
        stopListening?.()
        ended.abort()
        await rereading.ended()
        await work.ended()
      },
    },
  }
}

const minuteMs = 60_000
/** Beyond the stretch that is looked for: clocks differ. */
const marginMinutes = 10
const againMs = 15_000
/** While the service answers nothing at all, ms. */
const awayMs = 300_000

/**
 * Closes the gaps of an absence that was longer than the queue keeps (architecture 8): the journals find new chats and
 * bring most messages at once, then each chat in which something may be missing is checked. Answers what it found.
 */
async function closeAbsence(run: InstanceRun, loading: LoadDeps): Promise<FoundMessages> {
  const found: FoundMessages = { messages: 0, chats: new Set() }
  const deps: LoadDeps = { ...loading, found }
  for (;;) {
    const absence = await deps.store.read('history.openAbsence', { instance: run.key })
    if (absence === null || run.signal.aborted) return found
    const minutes =
      Math.ceil((deps.clock.now() + run.instance.row().clockOffsetMs - absence.from) / minuteMs) + marginMinutes
    if (!(await areJournalsRead(run, deps, minutes, run.signal))) return found
    const chats = await deps.store.read('history.chatsToCheck', { instance: run.key, within: absence })
    const end: SyncEnd = await syncChats(run, deps, {
      signal: run.signal,
      kind: 'absence',
      chats,
      startedAt: deps.clock.now(),
      before: 0,
      isLast: true,
      arriving: false,
    })
    if (end === 'interrupted') return found
    // Another absence may have begun meanwhile.
    await deps.store.write('history.endAbsence', { instance: run.key, until: absence.to })
  }
}

/**
 * Reads the journals; false when the signal ended it before anything could be read. A service that is away is waited
 * for: without journals and list of chats, new chats would never be found.
 */
async function areJournalsRead(
  run: InstanceRun,
  deps: LoadDeps,
  minutes: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    const { error, answered } = await loadJournals(run, deps, {
      minutes: () => minutes,
      withChats: true,
      priority: 'background',
      purpose: 'history.sync',
      signal,
    })
    // A journal that stays out of reach, or that may not be asked, only means that each chat tells its own part.
    if (error === null || error.kind === 'overBudget' || (answered && attempt >= 3)) return !signal.aborted
    await run.pause(Math.min(againMs * attempt, awayMs))
  }
  return false
}
