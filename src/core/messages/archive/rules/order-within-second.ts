import { tieOf } from './position.ts'

/** Facts about a message's place among others of the same second. */
export interface OrderFacts {
  /** Place of its notification in the queue, which is FIFO (service 6): a larger number is later. */
  readonly queue: number | null
  /** How many older records of its second a history listed with it (service 4.1: sorted by time). */
  readonly list: number | null
}

export const unordered: OrderFacts = { queue: null, list: null }

/** The first notification counts, and the list that showed most of the second. Free of order, like all merging. */
export const mergeOrder = (a: OrderFacts, b: OrderFacts): OrderFacts => ({
  queue: a.queue === null || b.queue === null ? (a.queue ?? b.queue) : Math.min(a.queue, b.queue),
  list: a.list === null || b.list === null ? (a.list ?? b.list) : Math.max(a.list, b.list),
})

export interface Ordered extends OrderFacts {
  readonly id: string
}

/** Above so many messages in one second, each is placed by its own facts only, so that the cost stays linear. */
export const largestSecond = 256

/**
 * Messages of one moment, oldest first: those of the queue in its order, the others beside their neighbours in a
 * history, the rest by their ids. Depends on the facts alone, never on the order in which they were learned.
 */
export function orderWithinSecond<Item extends Ordered>(items: readonly Item[]): readonly Item[] {
  if (items.length > largestSecond) return items.toSorted(byOwnFacts)
  const placed = items.filter(({ queue }) => queue !== null).toSorted(byOwnFacts)
  for (const item of items.filter(({ queue, list }) => queue === null && list !== null).toSorted(byOwnFacts)) {
    const older = placed.findLastIndex(({ list }) => list !== null && list <= (item.list ?? 0))
    const newer = placed.findIndex(({ list }) => list !== null && list > (item.list ?? 0))
    placed.splice(older !== -1 ? older + 1 : newer !== -1 ? newer : placed.length, 0, item)
  }
  for (const item of items.filter(({ queue, list }) => queue === null && list === null).toSorted(byOwnFacts)) {
    const later = placed.findIndex(({ id }) => tieOf(id) > tieOf(item.id))
    placed.splice(later === -1 ? placed.length : later, 0, item)
  }
  return placed
}

/** A stored place among messages of one moment, as text that sorts. */
export const placedTie = (place: number, id: string): string => `#${String(place).padStart(4, '0')}${tieOf(id)}`

function byOwnFacts(a: Ordered, b: Ordered): number {
  if (a.queue !== b.queue) return (a.queue ?? Infinity) < (b.queue ?? Infinity) ? -1 : 1
  if (a.list !== b.list) return (a.list ?? Infinity) < (b.list ?? Infinity) ? -1 : 1
  return tieOf(a.id) < tieOf(b.id) ? -1 : 1
}

/** Sorts by a message's own facts as text does: of a second in which there are too many to look at together. */
export const ownTie = ({ queue, list, id }: Ordered): string =>
  `~${queue === null ? '~' : String(queue).padStart(16, '0')}${list === null ? '~' : String(list).padStart(8, '0')}${tieOf(id)}`

/**
 * For each record of a history, newest first as the service lists them: the number of older records of its second.
 * @param seconds the records' times as received; a record without a time has no place
 */
export function listOrders(seconds: readonly (number | undefined)[]): readonly (number | null)[] {
  const known = seconds.filter((time) => time !== undefined)
  // A list that runs the other way is read the other way.
  const isAscending = (known[0] ?? 0) < (known.at(-1) ?? 0)
  const counted = new Map<number, number>()
  const orders = (isAscending ? seconds : seconds.toReversed()).map((time) => {
    if (time === undefined) return null
    const count = counted.get(time) ?? 0
    counted.set(time, count + 1)
    return count
  })
  return isAscending ? orders : orders.toReversed()
}

/** The same of a journal of all chats: each chat is a list of its own. */
export function journalOrders(
  records: readonly { readonly chatId?: string | undefined; readonly timestamp?: number | undefined }[],
): readonly (number | null)[] {
  const indexes = new Map<string, number[]>()
  for (const [index, { chatId = '' }] of records.entries()) {
    const known = indexes.get(chatId)
    if (known === undefined) indexes.set(chatId, [index])
    else known.push(index)
  }
  const orders = records.map((): number | null => null)
  for (const ofChat of indexes.values())
    for (const [at, order] of listOrders(ofChat.map((index) => records[index]?.timestamp)).entries())
      orders[ofChat[at] ?? 0] = order
  return orders
}
