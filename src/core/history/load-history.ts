import type { ApiError } from '../../api/answers/api-error.ts'
import type { Json } from '../../api/json.ts'
import { defaultRetryPolicy } from '../../api/limits/retry.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import type { ChatKey } from '../../contract/ids.ts'
import { knownBelow, type Span } from '../messages/archive/rules/completeness.ts'
import { listOrders } from '../messages/archive/rules/order-within-second.ts'
import type { RecordSource } from '../messages/archive/rules/record.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { HistoryBase } from './history-base.ts'
import type { HistoryState } from './tx/history-intents.ts'

/** The smallest window, as the service's own default (service 4.1). */
const firstWindow = 100
/** Far beyond what the service keeps (service 10.1: 5000 messages): a larger answer means something is wrong. */
const largestWindow = 102_400

/** 100, 200, 400, ...: the next larger window. */
const nextWindow = (count: number): number => count * 2

/** The smallest window of the row that shows more than `known` messages. */
function windowBeyond(known: number): number {
  let count = firstWindow
  while (count <= known && count < largestWindow) count = nextWindow(count)
  return count
}

/** The goal of a load: the newest window without a gap below it, or older messages than stored. */
export type LoadGoal = 'newest' | 'older'

export type LoadResult =
  | { readonly kind: 'loaded'; readonly created: number; readonly chat: ChatKey }
  | { readonly kind: 'failed'; readonly error: ApiError }

export interface LoadRequest {
  readonly chat: ChatKey
  readonly goal: LoadGoal
  readonly priority: Priority
  readonly purpose: string
  readonly signal: AbortSignal
  /** Gets the records of the newest window, as the service gave them. */
  readonly onNewest?: ((records: readonly Json[]) => void) | undefined
}

/** Records in one transaction: a large window must not hold up receiving. */
const pieceSize = 150

/** Incoming messages that a load found, for one notice about all of them. */
export interface FoundMessages {
  messages: number
  readonly chats: Set<ChatKey>
}

export type LoadDeps = Pick<HistoryBase, 'clock' | 'store' | 'logger'> & { readonly found?: FoundMessages }

/**
 * Requests growing windows until the goal is reached or the service has no more (architecture 8: getChatHistory has no
 * paging). Each window is merged before the next request, so that a failure loses nothing.
 */
export async function loadHistory(run: InstanceRun, deps: LoadDeps, request: LoadRequest): Promise<LoadResult> {
  const { clock, store } = deps
  let state = await store.read('history.state', { chat: request.chat })
  let { chat } = request
  let created = 0
  let lastLength = -1
  const reachesRetained = (spans: readonly Span[]) =>
    (spans.at(-1)?.from ?? Infinity) <= (state.retainedFrom ?? -Infinity)
  if (request.goal === 'older' && reachesRetained(state.spans)) return { kind: 'loaded', created, chat }
  for (let count = firstCount(state, request.goal); ; count = nextWindow(count)) {
    const askedAt = clock.now() + run.instance.row().clockOffsetMs
    const result = await run.api.call(
      'getChatHistory',
      { chatId: state.chatId, count },
      { priority: request.priority, purpose: request.purpose, signal: request.signal, retry: defaultRetryPolicy },
    )
    if (!result.ok) {
      // A chat in which nothing was ever written: nothing is missing.
      return result.error.kind === 'chatNotFound'
        ? { kind: 'loaded', created, chat }
        : { kind: 'failed', error: result.error }
    }
    const { items, broken } = result.value
    const length = items.length + broken.length
    if (broken.length > 0)
      deps.logger.warn({ instance: run.key, chat, broken: broken.length }, 'records of a history could not be read')
    if (count === firstWindow) request.onNewest?.(items.map(({ raw }) => raw))
    const merged = await mergeRecords(run, deps, {
      source: 'getChatHistory',
      chatId: state.chatId,
      records: items.map(({ raw }) => raw),
      orders: listOrders(items.map(({ value }) => value.timestamp)),
    })
    created += merged.created
    // The chat may have been joined with another.
    chat = merged.chats.length === 1 ? (merged.chats[0] ?? chat) : chat
    // The service has its own ceiling: a larger window that brings no more shows the same end.
    const reachedStart = length < count || length === lastLength
    lastLength = length
    const before = state
    const spans = await store.write('history.recordWindow', { chat, oldestAt: merged.oldestAt, askedAt, reachedStart })
    if (reachedStart || count >= largestWindow || reachesRetained(spans) || isReached(request.goal, before, spans))
      return { kind: 'loaded', created, chat }
    if (request.signal.aborted) return { kind: 'failed', error: { operation: 'getChatHistory', kind: 'aborted' } }
    if (chat !== request.chat) state = await store.read('history.state', { chat })
  }
}

function firstCount(state: HistoryState, goal: LoadGoal): number {
  if (goal === 'newest') return firstWindow
  return windowBeyond(state.known)
}

function isReached(goal: LoadGoal, before: HistoryState, spans: readonly Span[]): boolean {
  const newest = spans.at(-1)
  if (newest === undefined) return true
  switch (goal) {
    case 'newest': {
      // If an older span is complete, no gap may remain above it.
      const hadSpans = before.spans.length > 0
      return !hadSpans || knownBelow(spans, newest.from) === null
    }
    case 'older': {
      const from = before.spans.at(-1)?.from
      return from === undefined || newest.from < from
    }
  }
}

export interface MergedRecords {
  readonly created: number
  /** Chats in which a message was new. */
  readonly createdIn: ReadonlySet<ChatKey>
  /** Time of the oldest message that was new, epoch ms; Infinity for none. */
  readonly oldestCreatedAt: number
  readonly chats: readonly ChatKey[]
  /** Oldest accepted time, epoch ms. */
  readonly oldestAt: number | null
}

/** Merges records in pieces, so that a long history holds up nobody's transaction. */
export async function mergeRecords(
  run: InstanceRun,
  { clock, store, found }: LoadDeps,
  input: {
    readonly source: Exclude<RecordSource, 'notification' | 'echo'>
    readonly chatId: string | null
    readonly records: readonly Json[]
    readonly orders?: readonly (number | null)[]
  },
): Promise<MergedRecords> {
  const seenAt = clock.now()
  const chats = new Set<ChatKey>()
  const createdIn = new Set<ChatKey>()
  let created = 0
  let oldestCreatedAt = Infinity
  let oldestAt: number | null = null
  for (let start = 0; start < input.records.length; start += pieceSize) {
    const merged = await store.write('archive.ingest', {
      instance: run.key,
      source: input.source,
      chatId: input.chatId,
      records: input.records.slice(start, start + pieceSize),
      ...(input.orders === undefined ? {} : { orders: input.orders.slice(start, start + pieceSize) }),
      seenAt,
    })
    created += merged.created.length
    for (const { chat, direction, at } of merged.created) {
      createdIn.add(chat)
      oldestCreatedAt = Math.min(oldestCreatedAt, at)
      if (found === undefined || direction !== 'incoming') continue
      found.messages += 1
      found.chats.add(chat)
    }
    for (const chat of merged.chats) chats.add(chat)
    if (merged.oldestAt !== null) oldestAt = Math.min(oldestAt ?? Infinity, merged.oldestAt)
  }
  return { created, createdIn, oldestCreatedAt, chats: [...chats], oldestAt }
}
