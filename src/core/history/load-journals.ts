import type { ApiError } from '../../api/answers/api-error.ts'
import { defaultRetryPolicy } from '../../api/limits/retry.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { hasCallJournal, type Journal } from '../accounts/rules/notification-switches.ts'
import { journalOrders } from '../messages/archive/rules/order-within-second.ts'
import { mergeRecords, type LoadDeps } from './load-history.ts'

const minuteMs = 60_000

interface JournalsRequest {
  /** Default: all. */
  readonly journals?: readonly Journal[]
  readonly minutes: (journal: Journal) => number
  readonly priority: Priority
  readonly purpose: string
  readonly signal: AbortSignal
}

export interface LoadedJournals {
  /** Chats that the journals speak of. */
  readonly chats: readonly ChatKey[]
  /** Of these, those in which something was new. */
  readonly created: ReadonlySet<ChatKey>
  /** Time of the oldest message that was new, epoch ms; Infinity for none. */
  readonly oldestCreatedAt: number
  /** Chats that the service lists; null where it lists none because it can't. */
  readonly listed: number | null
  /** How many of them were new. */
  readonly newChats: number
  /** At least one of the lists came. */
  readonly answered: boolean
  /** The first failure. */
  readonly error: ApiError | null
}

/**
 * The journals of messages and calls for the last minutes, and the list of chats, as far as this service has them
 * (architecture 8).
 */
export async function loadJournals(
  run: InstanceRun,
  deps: LoadDeps,
  options: JournalsRequest & { readonly withChats: boolean },
): Promise<LoadedJournals> {
  const { minutes, purpose, priority, signal } = options
  const call = { purpose, priority, signal, retry: defaultRetryPolicy }
  const chats = new Set<ChatKey>()
  const created = new Set<ChatKey>()
  let oldestCreatedAt = Infinity
  let answered = false
  let error: ApiError | null = null

  // All at once: desks of a team wait for their turn once, not once for each list.
  const names = (['lastOutgoingMessages', 'lastIncomingMessages'] as const).filter(
    (name) => options.journals?.includes(name) ?? true,
  )
  const startedAt = deps.clock.now()
  const [answers, list] = await Promise.all([
    Promise.all(names.map((name) => run.optional.ask(name, { minutes: minutes(name) }, call))),
    options.withChats ? run.optional.ask('getChats', {}, call) : ('absent' as const),
  ])
  for (const [index, result] of answers.entries()) {
    const name = names[index]
    if (name === undefined || result === 'absent') continue
    if (!result.ok) {
      error ??= result.error
      continue
    }
    answered = true
    const records = result.value.items.map(({ raw }) => raw)
    // The other journal is sorted by the last action on each message.
    const orders = name === 'lastIncomingMessages' ? journalOrders(result.value.items.map(({ value }) => value)) : []
    const merged = await mergeRecords(run, deps, { source: name, chatId: null, records, orders })
    for (const chat of merged.chats) chats.add(chat)
    for (const chat of merged.createdIn) created.add(chat)
    oldestCreatedAt = Math.min(oldestCreatedAt, merged.oldestCreatedAt)
    const from = startedAt - minutes(name) * minuteMs
    await deps.store.write('history.recordJournalRead', { instance: run.key, journal: name, from, at: startedAt })
  }

  if (answered) {
    const calls = await loadCalls(run, deps, options)
    for (const chat of calls.chats) chats.add(chat)
    for (const chat of calls.created) created.add(chat)
  }

  let listed: number | null = null
  let newChats = 0
  if (list !== 'absent') {
    if (list.ok) {
      answered = true
      listed = list.value.items.length
      const known = list.value.items.map(({ value }) => ({
        chatId: value.chatId,
        name: value.name ?? '',
        contactName: value.contactName ?? '',
        phone: value.phoneNumber === undefined || value.phoneNumber === '0' ? '' : value.phoneNumber,
        type: value.type ?? '',
        archived: value.archive,
        newChatId: value.newChatId,
        // A negative one would say nothing.
        lifetime: (value.ephemeralExpiration ?? -1) < 0 ? undefined : value.ephemeralExpiration,
      }))
      for (let start = 0; start < known.length; start += 200) {
        newChats += await deps.store.write('archive.learnChats', {
          instance: run.key,
          chats: known.slice(start, start + 200),
          at: deps.clock.now(),
          create: true,
        })
      }
    } else error ??= list.error
  }
  return { chats: [...chats], created, oldestCreatedAt, listed, newChats, answered, error }
}

/** The journals of calls for the last minutes, where they can have any (service 10.9). */
export async function loadCalls(
  run: InstanceRun,
  deps: LoadDeps,
  options: JournalsRequest,
): Promise<{ readonly chats: ReadonlySet<ChatKey>; readonly created: ReadonlySet<ChatKey> }> {
  const { minutes, purpose, priority, signal } = options
  const chats = new Set<ChatKey>()
  const created = new Set<ChatKey>()
  for (const name of ['lastIncomingCalls', 'lastOutgoingCalls'] as const) {
    if (options.journals?.includes(name) === false || !hasCallJournal(run.instance.row(), name)) continue
    const result = await run.optional.ask(
      name,
      { minutes: minutes(name) },
      { purpose, priority, signal, retry: defaultRetryPolicy },
    )
    if (result === 'absent') continue
    if (!result.ok) {
      // Other journals of this instance answer, so a refusal is of this operation: an older instance lacks it.
      if (result.error.kind === 'wrongInstance') await run.optional.recordAbsent(name)
      continue
    }
    const records = result.value.items.map(({ raw }) => raw)
    const merged = await mergeRecords(run, deps, { source: name, chatId: null, records })
    for (const chat of merged.chats) chats.add(chat)
    for (const chat of merged.createdIn) created.add(chat)
  }
  return { chats, created }
}
