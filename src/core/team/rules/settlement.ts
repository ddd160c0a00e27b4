import type { MessageKey } from '../../../contract/ids.ts'

/** What is open at the team of what was written at this desk, beside what the outbox says of it. */
export interface OpenSend {
  readonly id: string
  readonly message: MessageKey
  readonly state: 'queued' | 'sending' | 'uncertain'
  readonly attempt: number
  /** Null: the person took it back. */
  readonly local: 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'dismissed' | 'expired' | null
  /**
   * Put back into its lane since, and so another send by now; or it rests: for the person, for its time, while its
   * program is paused, or deleted here.
   */
  readonly isOver: boolean
  readonly idMessage: string | null
  /** The id was found by the message's text alone: no answer named it. */
  readonly isFound: boolean
}

export type Settlement = {
  readonly state: 'queued' | 'accepted' | 'failed' | 'uncertain' | 'dismissed' | 'cancelled'
  readonly idMessage: string | null
  /** See {@link OpenSend}. */
  readonly isFound: boolean
}

/**
 * The state to upload to the team; null: up to date. This desk's disk is authoritative, because nobody else sends the
 * message.
 */
export function settlementOf({ state, local, isOver, idMessage, isFound }: OpenSend): Settlement | null {
  const settlementAs = (next: Settlement['state']): Settlement => ({ state: next, idMessage: null, isFound: false })
  switch (local) {
    case 'accepted':
      return { state: 'accepted', idMessage, isFound }
    case 'failed':
    case 'expired':
      return settlementAs('failed')
    case 'dismissed':
      return settlementAs('dismissed')
    case 'uncertain':
      return state === 'uncertain' ? null : settlementAs('uncertain')
    case 'queued':
      if (isOver) return settlementAs('cancelled')
      return state === 'queued' ? null : settlementAs('queued')
    case 'sending':
      return null
    case null:
      return settlementAs('cancelled')
  }
}
