import type { MessageKey } from '../../../../contract/ids.ts'

/**
 * A send of this desk that is open at the team, with its state in the outbox and whether it is shown under an id that
 * the team does not know yet.
 */
export interface OpenSend {
  readonly id: string
  readonly message: MessageKey
  readonly state: 'queued' | 'sending' | 'uncertain' | 'accepted'
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
  /** Under which id the service shows it, where that is not the one of its answer. */
  readonly shownId: string | null
}

export type Settlement = Pick<OpenSend, 'idMessage' | 'isFound' | 'shownId'> & {
  readonly state: 'queued' | 'accepted' | 'failed' | 'uncertain' | 'dismissed' | 'cancelled'
}

/**
 * The state to upload to the team; null: up to date. This desk's disk is authoritative, because nobody else sends the
 * message.
 */
export function settlementOf({ state, local, isOver, idMessage, isFound, shownId }: OpenSend): Settlement | null {
  const settlementAs = (next: Settlement['state']): Settlement => ({
    ...{ state: next, idMessage: null, isFound: false, shownId: null },
  })
  switch (local) {
    case 'accepted':
      return { state: 'accepted', idMessage, isFound, shownId }
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
