import type { ChatKey, ProgramKey, QuickReplyKey, Scope } from '../../../contract/ids.ts'
import { statusKinds, type StatusKind } from '../../../contract/statuses.ts'
import type { OutgoingFilter, OutgoingSort } from '../../../contract/outgoing.ts'
import { createAddressReader, formatQuery, type AddressProblem } from '../../lib/routing/address-reader.ts'

/** The filters of Outgoing: everything but the scope, which is the place's own. */
export interface OutgoingAddress {
  readonly filter: Omit<OutgoingFilter, 'scope'>
  readonly sort: OutgoingSort
}

const isStatus = (text: string): text is StatusKind => statusKinds.some((status) => status === text)

const sortNames: readonly OutgoingSort['by'][] = ['time', 'action', 'status', 'chat', 'kind', 'age']
const isSort = (text: string | undefined): text is OutgoingSort['by'] => sortNames.some((name) => name === text)

const isKey = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

function readSender(text: string): NonNullable<OutgoingFilter['sender']> | null {
  if (text === 'people' || text === 'programs' || text === 'held') return text
  return isKey(text) ? (Number(text) as ProgramKey) : null
}

export const largestLookBack = 5_256_000

export const startAddress: OutgoingAddress = {
  filter: {
    statuses: [],
    kinds: [],
    chats: [],
    text: '',
    minutes: 1440,
    lookBackBy: 'action',
    olderThanMs: null,
    sentByApi: null,
    quickReplies: [],
    author: null,
    sender: null,
    stuckLongerThanMs: null,
  },
  sort: { by: 'time', direction: 'desc' },
}

/**
 * `status=failed,uncertain&minutes=60&by=sent&older=5&api=yes&reply=7&desk=<uuid>&sender=programs&stuck=30&sort=age-desc`;
 * `older` and `stuck` are in minutes, `minutes=all` is everything, `sender` may be the key of a program.
 */
export function formatAddress({ filter, sort }: OutgoingAddress): string {
  const { minutes, lookBackBy, olderThanMs, sentByApi, quickReplies, stuckLongerThanMs } = filter
  return formatQuery({
    status: filter.statuses.join(','),
    kind: filter.kinds.join(','),
    chat: filter.chats.join(','),
    text: filter.text,
    minutes: minutes === startAddress.filter.minutes ? '' : String(minutes ?? 'all'),
    by: lookBackBy === startAddress.filter.lookBackBy ? '' : lookBackBy,
    older: olderThanMs === null ? '' : String(olderThanMs / 60_000),
    api: sentByApi === null ? '' : sentByApi ? 'yes' : 'no',
    reply: quickReplies === 'any' ? 'any' : quickReplies.join(','),
    desk: filter.author ?? '',
    sender: String(filter.sender ?? ''),
    stuck: stuckLongerThanMs === null ? '' : String(stuckLongerThanMs / 60_000),
    sort: sort.by === 'time' && sort.direction === 'desc' ? '' : `${sort.by}-${sort.direction}`,
  })
}

/** Reads an address; what it gets wrong is named. */
export function parseAddress(query: string): OutgoingAddress & { readonly problems: readonly AddressProblem[] } {
  const reader = createAddressReader(query)
  const keys = <Key extends number>(name: string): readonly Key[] =>
    reader.list(name, 100, (text) => (isKey(text) ? (Number(text) as Key) : undefined))
  const statuses = reader.list('status', 20, (text) => (isStatus(text) ? text : undefined))
  const kinds = reader.list('kind', 20, (text) => (/^\w{1,64}$/.test(text) ? text : undefined))
  const chats = keys<ChatKey>('chat')
  const anyReply = reader.text('reply', 3) === 'any'
  const replies = anyReply ? [] : keys<QuickReplyKey>('reply')
  const minutesText = reader.text('minutes', 20)
  const minutes = minutesText === 'all' ? null : (reader.whole('minutes', 1, largestLookBack) ?? 1440)
  const older = reader.whole('older', 1, largestLookBack)
  const stuck = reader.whole('stuck', 1, largestLookBack)
  const api = reader.choice('api', ['yes', 'no'])
  const desk = reader.text('desk', 36)
  const isDesk = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(desk)
  if (desk !== '' && !isDesk) reader.reject('desk')
  const senderText = reader.text('sender', 16)
  const sender = readSender(senderText)
  if (senderText !== '' && sender === null) reader.reject('sender')
  const by = reader.choice('by', ['action', 'sent'])
  const sortText = reader.text('sort', 40)
  const [sortBy, direction] = sortText.split('-')
  const sorted = isSort(sortBy) && (direction === 'asc' || direction === 'desc')
  if (sortText !== '' && !sorted) reader.reject('sort')
  return {
    filter: {
      statuses: [...statuses],
      kinds: [...kinds],
      chats: [...chats],
      text: reader.text('text', 200),
      minutes,
      lookBackBy: by ?? 'action',
      olderThanMs: older === null ? null : older * 60_000,
      sentByApi: api === null ? null : api === 'yes',
      quickReplies: anyReply ? 'any' : [...replies],
      author: isDesk ? desk : null,
      sender,
      stuckLongerThanMs: stuck === null ? null : stuck * 60_000,
    },
    sort: sorted ? { by: sortBy, direction } : startAddress.sort,
    problems: reader.problems(),
  }
}

/** The whole filter, as the contract takes it. */
export const withScope = (filter: OutgoingAddress['filter'], scope: Scope): OutgoingFilter => ({
  scope,
  ...filter,
  statuses: [...filter.statuses],
  kinds: [...filter.kinds],
  chats: [...filter.chats],
  quickReplies: filter.quickReplies === 'any' ? 'any' : [...filter.quickReplies],
})
