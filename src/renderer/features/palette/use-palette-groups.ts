import { isAnswered, useContractQuery } from '../../client/use-contract-query.ts'
import { useInstanceCounts } from '../../client/use-instances.ts'
import { matchRanges } from './match-ranges.ts'
import type { PaletteGroup, PaletteGroupName, PaletteItem } from './palette-item.ts'
import { usePaletteActions } from './use-palette-actions.ts'

/** What stands in the field, and since when (epoch ms). */
export interface Typed {
  readonly text: string
  readonly at: number
}

export interface PaletteFindings {
  readonly groups: readonly PaletteGroup[]
  /** What the search covered; null before one has answered. */
  readonly covers: { readonly messages: number; readonly oldestAt: number | null; readonly tookMs: number } | null
  readonly searching: boolean
  /** The first item is the one that this text finds: nothing that comes later stands above it. */
  readonly isCurrent: boolean
}

const limits = { recent: 5, instances: 4, chats: 5, messages: 5, actions: 6, one: 50 } as const

/** Everything that a text finds, in groups that keep their order. `only` shows one group, with more of it. */
export function usePaletteGroups({ text: typed, at }: Typed, only: PaletteGroupName | null): PaletteFindings {
  const actionsOnly = typed.startsWith('>')
  const text = (actionsOnly ? typed.slice(1) : typed).trim()
  const instances = useInstanceCounts()
  const actions = usePaletteActions(instances)
  const asks = text !== '' && !actionsOnly
  const limit = (name: 'chats' | 'messages'): number => (only === name ? limits.one : limits[name])
  const recent = useContractQuery(
    'chats.list',
    { scope: null, filter: 'all', offset: 0, limit: limits.recent },
    { enabled: text === '' },
  )
  const chats = useContractQuery(
    'search.chats',
    { scope: null, text, limit: limit('chats') },
    { enabled: asks, keepPrevious: true, gcTime: 10_000 },
  )
  const messages = useContractQuery(
    'search.messages',
    { scope: null, chat: null, text, cursor: null, limit: limit('messages') },
    { enabled: asks && text.length > 1, gcTime: 10_000 },
  )

  const foundInstances = instances.flatMap((instance, index): readonly PaletteItem[] => {
    const ranges = matchRanges(instance.name, text)
    return ranges ? [{ kind: 'instance', instance, ranges, number: index + 1 }] : []
  })
  const byLabel = actions.flatMap((action): readonly PaletteItem[] => {
    const ranges = text === '' && action.words !== undefined ? null : matchRanges(action.label, text)
    return ranges ? [{ kind: 'action', action, ranges }] : []
  })
  const byWords = actions
    .filter(({ label, words }) => text !== '' && words && matchRanges(words, text) && !matchRanges(label, text))
    .map((action): PaletteItem => ({ kind: 'action', action, ranges: [] }))
  const foundActions = [...byLabel, ...byWords]
  const foundChats = (asks ? (chats.data ?? []) : []).map((chat): PaletteItem => ({
    kind: 'chat',
    chat,
    ranges: matchRanges(chat.title, text) ?? [],
  }))
  const hits = (asks ? (messages.data?.hits ?? []) : []).map((hit): PaletteItem => ({ kind: 'message', hit }))
  const more = hits.length > 0 && messages.data?.next !== null && only !== 'messages'
  const waiting = asks && text.length > 1 && messages.isFetching && messages.data === undefined
  const isFirstFound = text === '' || foundInstances.length + foundChats.length > 0
  const all: readonly PaletteGroup[] =
    text === ''
      ? [
          {
            name: 'recent',
            items: actionsOnly
              ? []
              : (recent.data?.rows ?? []).map((chat): PaletteItem => ({ kind: 'chat', chat, ranges: [] })),
          },
          { name: 'instances', items: actionsOnly ? [] : foundInstances },
          { name: 'actions', items: actionsOnly || only === 'actions' ? foundActions : foundActions.slice(0, 4) },
        ]
      : [
          {
            name: 'instances',
            items: actionsOnly ? [] : only === 'instances' ? foundInstances : foundInstances.slice(0, limits.instances),
            count: foundInstances.length,
          },
          { name: 'chats', items: foundChats, count: foundChats.length },
          {
            name: 'messages',
            items: more ? [...hits, { kind: 'moreMessages' }] : hits,
            loading: waiting,
          },
          {
            name: 'actions',
            items: actionsOnly || only === 'actions' ? foundActions : foundActions.slice(0, limits.actions),
            count: foundActions.length,
          },
        ]
  return {
    groups: all.filter(({ name, items, loading }) => (only === null || name === only) && (items.length > 0 || loading)),
    covers:
      messages.data && asks ? { ...messages.data.covers, tookMs: Math.max(1, messages.dataUpdatedAt - at) } : null,
    isCurrent: actionsOnly || (isAnswered(text === '' ? recent : chats) && (isFirstFound || !waiting)),
    searching: waiting || (asks && chats.isFetching && chats.data === undefined),
  }
}
