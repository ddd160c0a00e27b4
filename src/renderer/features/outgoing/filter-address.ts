import type { ChatKey, QuickReplyKey, Scope } from '../../../contract/ids.ts'
import type { StatusKind } from '../../../contract/messages.ts'
import type { OutgoingFilter, OutgoingSort } from '../../../contract/outgoing.ts'

/** What the Outgoing view shows: everything but the scope, which is the place's own. */
export interface OutgoingAddress {
  readonly filter: Omit<OutgoingFilter, 'scope'>
  readonly sort: OutgoingSort
}

/** Something in an address that could not be used; the rest of it was. */
export interface AddressProblem {
  readonly name: string
  readonly value: string
}

/** In the order of the counts. */
export const statusOrder: readonly StatusKind[] = [
  'scheduled',
  'queued',
  'sending',
  'accepted',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'expired',
  'unknown',
  'none',
]
const isStatus = (text: string): text is StatusKind => statusOrder.some((status) => status === text)

const sortNames: readonly OutgoingSort['by'][] = ['time', 'action', 'status', 'chat', 'kind', 'age']
const isSort = (text: string | undefined): text is OutgoingSort['by'] => sortNames.some((name) => name === text)

const isKey = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

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
    stuckLongerThanMs: null,
  },
  sort: { by: 'time', direction: 'desc' },
}

/**
 * `status=failed,uncertain&minutes=60&by=sent&older=5&api=yes&reply=7&desk=<uuid>&stuck=30&sort=age-desc`; `older` and
 * `stuck` are in minutes, `minutes=all` is everything.
 */
export function formatAddress({ filter, sort }: OutgoingAddress): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string): void => {
    if (value !== '') params.set(name, value)
  }
  set('status', filter.statuses.join(','))
  set('kind', filter.kinds.join(','))
  set('chat', filter.chats.join(','))
  set('text', filter.text)
  if (filter.minutes !== startAddress.filter.minutes)
    set('minutes', filter.minutes === null ? 'all' : String(filter.minutes))
  if (filter.lookBackBy !== startAddress.filter.lookBackBy) set('by', filter.lookBackBy)
  if (filter.olderThanMs !== null) set('older', String(filter.olderThanMs / 60_000))
  if (filter.sentByApi !== null) set('api', filter.sentByApi ? 'yes' : 'no')
  set('reply', filter.quickReplies === 'any' ? 'any' : filter.quickReplies.join(','))
  if (filter.author) set('desk', filter.author)
  if (filter.stuckLongerThanMs !== null) set('stuck', String(filter.stuckLongerThanMs / 60_000))
  if (sort.by !== 'time' || sort.direction !== 'desc') set('sort', `${sort.by}-${sort.direction}`)
  return params.toString()
}

/** Reads an address typed or linked by anybody: what can't be used is left out and named, never guessed. */
export function parseAddress(query: string): OutgoingAddress & { readonly problems: readonly AddressProblem[] } {
  const params = new URLSearchParams(query)
  const problems: AddressProblem[] = []
  const bad = (name: string, value: string): void => void problems.push({ name, value: value.slice(0, 80) })
  const list = <Value>(name: string, read: (text: string) => Value | undefined): Value[] => {
    const values = (params.get(name) ?? '').split(',').filter((text) => text !== '')
    return values.flatMap((text) => {
      const value = read(text)
      if (value === undefined) bad(name, text)
      return value === undefined ? [] : [value]
    })
  }
  const whole = (name: string, max: number): number | undefined => {
    const text = params.get(name)
    if (text === null) return undefined
    const value = Number(text)
    if (/^\d{1,9}$/.test(text) && value >= 1 && value <= max) return value
    bad(name, text)
    return undefined
  }
  const statuses = list('status', (text) => (isStatus(text) ? text : undefined)).slice(0, 20)
  const kinds = list('kind', (text) => (/^\w{1,64}$/.test(text) ? text : undefined)).slice(0, 20)
  const chats = list('chat', (text) => (isKey(text) ? (Number(text) as ChatKey) : undefined)).slice(0, 100)
  const anyReply = params.get('reply') === 'any'
  const replies = anyReply
    ? []
    : list('reply', (text) => (isKey(text) ? (Number(text) as QuickReplyKey) : undefined)).slice(0, 100)
  const minutes = params.get('minutes') === 'all' ? null : (whole('minutes', largestLookBack) ?? 1440)
  const older = whole('older', largestLookBack)
  const stuck = whole('stuck', largestLookBack)
  const api = params.get('api')
  if (api !== null && api !== 'yes' && api !== 'no') bad('api', api)
  const desk = params.get('desk')
  const author = desk !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(desk) ? desk : null
  if (desk !== author) bad('desk', desk ?? '')
  const by = params.get('by')
  if (by !== null && by !== 'action' && by !== 'sent') bad('by', by)
  const sortText = params.get('sort')
  const [sortBy, direction] = sortText?.split('-') ?? []
  const sorted = isSort(sortBy) && (direction === 'asc' || direction === 'desc')
  if (sortText !== null && !sorted) bad('sort', sortText)
  const known = new Set([
    'status',
    'kind',
    'chat',
    'text',
    'minutes',
    'by',
    'older',
    'api',
    'reply',
    'desk',
    'stuck',
    'sort',
  ])
  for (const [name, value] of params) if (!known.has(name)) bad(name, value)
  return {
    filter: {
      statuses,
      kinds,
      chats,
      text: (params.get('text') ?? '').slice(0, 200),
      minutes,
      lookBackBy: by === 'sent' ? 'sent' : 'action',
      olderThanMs: older === undefined ? null : older * 60_000,
      sentByApi: api === 'yes' ? true : api === 'no' ? false : null,
      quickReplies: anyReply ? 'any' : replies,
      author,
      stuckLongerThanMs: stuck === undefined ? null : stuck * 60_000,
    },
    sort: sorted ? { by: sortBy, direction } : startAddress.sort,
    problems,
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
