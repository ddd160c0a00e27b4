import type { RequestRow } from '../../contract/requests.ts'

/**
 * When a request ended, epoch ms: it begins after it waited for its turn. It is logged at its end, so that lists of
 * requests are in this order.
 */
export const requestEnd = ({
  startedAt,
  totalMs,
  limiterMs,
}: Pick<RequestRow, 'startedAt' | 'totalMs' | 'limiterMs'>): number => startedAt + totalMs - limiterMs
