import type { Message, MessageKey } from '../../../../contract/index.ts'

/** A message with its place among its neighbours. */
export interface GroupedMessage {
  readonly message: Message
  /** First and last bubble of a group: rounded corners, name and avatar. */
  readonly first: boolean
  readonly last: boolean
  /** The day begins with this message: epoch ms of the message, for the separator. */
  readonly day: number | null
  /** The divider "New messages" is above it. */
  readonly divider: boolean
}

/** Bubbles of one person join while they follow each other within this time. */
const groupMs = 10 * 60_000

/**
 * Groups rows (oldest first) into bubbles that belong together. A group ends at another sender, another day, the
 * divider, or a pause. `dayOf` names the local day of a time.
 */
export function groupMessages(
  rows: readonly Message[],
  divider: MessageKey | null,
  dayOf: (at: number) => string,
): readonly GroupedMessage[] {
  const starts = rows.map((message, index) => {
    const previous = rows[index - 1]
    // Scheduled messages come after all days, because their time of writing does not matter.
    const day = message.status?.kind !== 'scheduled' && (!previous || dayOf(previous.at) !== dayOf(message.at))
    return {
      day,
      first:
        day ||
        message.key === divider ||
        previous?.direction !== message.direction ||
        previous?.sender.id !== message.sender.id ||
        previous?.author?.desk !== message.author?.desk ||
        Math.abs(message.at - (previous?.at ?? 0)) > groupMs,
    }
  })
  return rows.map((message, index) => ({
    message,
    first: starts[index]?.first ?? true,
    last: starts[index + 1]?.first ?? true,
    day: starts[index]?.day ? message.at : null,
    divider: message.key === divider,
  }))
}
