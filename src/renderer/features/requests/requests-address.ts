import type { RequestFilter } from '../../../contract/requests.ts'
import { createAddressReader, formatQuery, type AddressProblem } from '../../lib/routing/address-reader.ts'

/** The filters of the view: everything but the scope, which is the place's own. */
export type RequestsAddress = Omit<RequestFilter, 'scope'>

/** Without the requests that read the queue: two for each notification, which hide the rest. */
export const startAddress: RequestsAddress = {
  operations: [],
  exceptOperations: false,
  outcomes: [],
  statuses: [],
  from: null,
  to: null,
  withoutPolling: true,
  text: '',
  slowerThanMs: null,
}

/**
 * `operation=getChats` or `except=getChats`, `outcome=error&status=429,0&slower=1000&from=<ms>&to=<ms>&polling=yes` and
 * `text=...`; `slower` in ms, `from` and `to` in epoch ms, status 0 where no answer came.
 */
export function formatAddress(filter: RequestsAddress): string {
  return formatQuery({
    [filter.exceptOperations ? 'except' : 'operation']: filter.operations.join(','),
    outcome: filter.outcomes.join(','),
    status: filter.statuses.join(','),
    text: filter.text,
    slower: String(filter.slowerThanMs ?? ''),
    from: String(filter.from ?? ''),
    to: String(filter.to ?? ''),
    polling: filter.withoutPolling ? '' : 'yes',
  })
}

/** Reads an address; what it gets wrong is named. */
export function parseAddress(query: string): RequestsAddress & { readonly problems: readonly AddressProblem[] } {
  const reader = createAddressReader(query)
  const except = reader.names('except', 40)
  const only = reader.names('operation', 40)
  const address = {
    operations: [...(except.length > 0 ? except : only)],
    exceptOperations: except.length > 0,
    outcomes: [...reader.names('outcome', 40)],
    statuses: [...reader.list('status', 40, (text) => (/^(0|[1-9]\d{2})$/.test(text) ? Number(text) : undefined))],
    text: reader.text('text', 200),
    slowerThanMs: reader.whole('slower', 1, 300_000),
    from: reader.time('from'),
    to: reader.time('to'),
    withoutPolling: reader.choice('polling', ['yes']) === null,
  }
  return { ...address, problems: reader.problems() }
}
