import type { OutgoingFilter, OutgoingSummary } from '../../../contract/outgoing.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'

const buckets = 48

/** Counts and chart in one read, which is none when only the statuses filtered by change. */
export const useOutgoingSummary = (filter: OutgoingFilter): OutgoingSummary | undefined =>
  useContractQuery('outgoing.summary', { filter: { ...filter, statuses: [] }, buckets }, { keepPrevious: true }).data
