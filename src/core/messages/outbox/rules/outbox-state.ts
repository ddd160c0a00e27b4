/** The states of an outbox row (architecture 6). `dismissed`: the person closed the question. */
export type OutboxState = 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'dismissed' | 'expired'

/**
 * What a person may send again without a second thought: it was not sent, as far as anybody knows. The window offers it
 * by this rule, and retrying keeps to it.
 * @param status the shown status
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
