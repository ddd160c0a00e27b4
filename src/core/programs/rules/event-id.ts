import type { JournalKey } from '../../../contract/ids.ts'

/**
 * Names an event for ever: a receiver that has seen the id has seen the event. In a team it is the entry's permanent
 * id, so that all desks give the same one. The number in the shared journal would not do: after a failover another
 * entry may have it. Holds no full stop, which separates the parts of a signed webhook.
 */
export const eventId = (event: {
  readonly idInstance: string
  readonly epoch: string
  readonly key: JournalKey
  readonly sharedId: string | null
}): string => `${event.idInstance}-${event.sharedId ?? `${event.epoch}-${event.key}`}`

/** A place in this desk's journal, to continue after. */
export const positionOf = (epoch: string, key: number): string => `${epoch}-${key}`

interface FeedPosition {
  readonly epoch: string
  readonly key: number
}

/** Null for what is no position. */
export function readPosition(text: string): FeedPosition | null {
  const [, epoch, key] = /^([0-9a-z]{4})-(\d{1,15})$/.exec(text) ?? []
  return epoch === undefined ? null : { epoch, key: Number(key) }
}

/** Letters of an epoch of event ids. */
export const isEpoch = (text: string): boolean => /^[0-9a-z]{4}$/.test(text)
