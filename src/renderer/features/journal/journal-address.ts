import type { ChatKey, JournalFilter, JournalState } from '../../../contract/index.ts'
import { createAddressReader, formatQuery, type AddressProblem } from '../../lib/routing/address-reader.ts'

/** The filters of the view: everything but the scope, which is the place's own. */
export type JournalAddress = Omit<JournalFilter, 'scope'>

export const startAddress: JournalAddress = {
  kinds: [],
  exceptKinds: false,
  from: null,
  to: null,
  states: [],
  chats: [],
  text: '',
}

export const journalStates: readonly JournalState[] = ['applied', 'unknown', 'quarantined']

/** `kind=stateInstanceChanged` or `except=...`, `state=quarantined&chat=7&from=<ms>&to=<ms>&text=...`, in epoch ms. */
export function formatAddress(filter: JournalAddress): string {
  return formatQuery({
    [filter.exceptKinds ? 'except' : 'kind']: filter.kinds.join(','),
    state: filter.states.join(','),
    chat: filter.chats.join(','),
    text: filter.text,
    from: String(filter.from ?? ''),
    to: String(filter.to ?? ''),
  })
}

/** Reads an address; what it gets wrong is named. */
export function parseAddress(query: string): JournalAddress & { readonly problems: readonly AddressProblem[] } {
  const reader = createAddressReader(query)
  const except = reader.names('except', 40)
  const only = reader.names('kind', 40)
  const address = {
    kinds: [...(except.length > 0 ? except : only)],
    exceptKinds: except.length > 0,
    states: [...reader.list('state', 3, (text) => journalStates.find((state) => state === text))],
    chats: [
      ...reader.list('chat', 100, (text) => (/^[1-9]\d{0,14}$/.test(text) ? (Number(text) as ChatKey) : undefined)),
    ],
    text: reader.text('text', 200),
    from: reader.time('from'),
    to: reader.time('to'),
  }
  return { ...address, problems: reader.problems() }
}
