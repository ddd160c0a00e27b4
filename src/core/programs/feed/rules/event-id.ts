import type { JournalKey } from '../../../../contract/ids.ts'

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
export interface JournalPosition {
  readonly epoch: string
  /** Counts how often a person began anew at another place: positions of a round that is over count no more. */
  readonly round: number
  readonly key: number
}

export const positionOf = ({ epoch, round, key }: JournalPosition): string => `${epoch}-${round}-${key}`

/** Null for what is no position. */
export function readPosition(text: string): JournalPosition | null {
  const [, epoch, round, key] = /^([0-9a-z]{4})-(\d{1,9})-(\d{1,15})$/.exec(text) ?? []
  return epoch === undefined ? null : { epoch, round: Number(round), key: Number(key) }
}

/** Letters of an epoch of event ids. */
export const isEpoch = (text: string): boolean => /^[0-9a-z]{4}$/.test(text)
