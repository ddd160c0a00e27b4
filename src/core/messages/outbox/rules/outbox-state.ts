/** The states of an outbox row (architecture 6). `dismissed`: the person closed the question. */
export type OutboxState = 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'dismissed' | 'expired'

/**
 * Whether a person may retry a message without a warning, because it was not sent as far as known. Both the window and
 * the command use this rule. @param status the shown status
 */
export function isRetriable(row: {
  readonly state: OutboxState | null
  readonly parked: boolean
  readonly status: string | null
}): boolean {
  switch (row.state) {
    case 'queued':
      return row.parked
    case 'failed':
    case 'accepted':
      return row.status === 'failed'
    case 'expired':
      return row.status === 'expired'
    default:
      return false
  }
}
