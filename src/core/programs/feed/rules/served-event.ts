import type { JournalKey } from '../../../../contract/ids.ts'
import type { ProgramGap } from '../../../../contract/programs.ts'
import type { FeedEvent } from '../tx/feed.ts'

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
  /** Counts how often a person began again at another place: positions of a round that is over count no more. */
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

/** An event as it goes to a program. */
export interface ServedEvent {
  /** Names it for ever. */
  readonly id: string
  /** Its place at this desk, to continue after. */
  readonly position: string
  readonly key: number
  readonly idInstance: string
  /** Epoch ms. */
  readonly receivedAt: number
  /** The body's source text. */
  readonly body: string
}

/** Events that left the journal unread, as a program is told. */
export interface ServedGap {
  readonly last: number
  readonly firstPosition: string
  readonly lastPosition: string
  readonly events: number
}

export const serve = (event: FeedEvent, at: Omit<JournalPosition, 'key'>): ServedEvent => ({
  id: eventId({ ...event, epoch: at.epoch }),
  position: positionOf({ ...at, key: event.key }),
  key: event.key,
  idInstance: event.idInstance,
  receivedAt: event.receivedAt,
  body: event.raw,
})

export const serveGap = ({ first, last, events }: ProgramGap, at: Omit<JournalPosition, 'key'>): ServedGap => ({
  last,
  firstPosition: positionOf({ ...at, key: first }),
  lastPosition: positionOf({ ...at, key: last }),
  events,
})
