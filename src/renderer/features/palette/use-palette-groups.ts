import { isAnswered, useContractQuery } from '../../client/use-contract-query.ts'
import { useInstanceCounts } from '../../client/use-instances.ts'
import { matchRanges } from './match-ranges.ts'
import type { PaletteAction, PaletteGroup, PaletteGroupName, PaletteItem } from './palette-item.ts'
import type { ChatKey, SteadyInstance } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { lockWindow } from '../../client/lock-window.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { closeDialog, requestDialog } from '../../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { lockShortcut, newMessageShortcuts, shortcutText, type Shortcut } from '../../lib/keys/shortcuts.ts'
import { useTranslations } from '../../lib/translations.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { settingPlaces } from './setting-places.ts'

const keys = (shortcut: Shortcut): readonly string[] => shortcutText(shortcut).split(' ')

const chatFormats = ['html', 'json', 'csv'] as const

/** Acts of the palette besides going somewhere. */
function usePaletteActions(instances: readonly SteadyInstance[]): readonly PaletteAction[] {
  const t = useTranslations()
  const [resume] = useContractCommand('instances.resume')
  const [update] = useContractCommand('settings.update')
  const isBrowser = useContractQuery('app.info', {}).data?.host === 'browser'
  const settings = useSettings()
  const client = useClient()
  const lock = useContractQuery('host.lock', {}).data
  const here = currentRoute()
  const { scope } = here
  const chat = here.view === 'chats' ? here.chat : undefined
  const [exportChat] = useContractCommand('export.chat')
  const saveMessages = useSaveExport('messages')
  const go = (route: Parameters<typeof goTo>[0]) => () => {
    closeDialog()
    goTo(route)
  }
  const some = instances.length > 0
  const exportsOf = (key: ChatKey): readonly PaletteAction[] =>
    chatFormats.map((format) => ({
      id: `export-${format}`,
      icon: 'download',
      label: t(`palette.exportChat.${format}`),
      run: () => {
        closeDialog()
        void exportChat({ chat: key, format, messages: null }).then((made) =>
          made.ok ? saveMessages(made.value) : undefined,
        )
      },
    }))
  const theme = (value: 'light' | 'dark' | 'system') => () => {
    closeDialog()
    void update({ theme: value })
  }
  const pausePrograms = (paused: boolean): PaletteAction => ({
    id: 'pausePrograms',
    icon: paused ? 'pause' : 'play',
    label: t(paused ? 'programs.pauseAll' : 'app.programsResume'),
    run: () => {
      closeDialog()
      void update({ programSendsPaused: paused }).then(
        ({ ok }) => ok && showToast(paused ? 'palette.programsPaused' : 'palette.programsResumed'),
      )
    },
  })
  const actions: readonly (PaletteAction | false)[] = [
    some && {
      id: 'newMessage',
      icon: 'compose',
      label: t('chats.newMessage'),
      keys: keys(newMessageShortcuts[isBrowser ? 'browser' : 'desktop']),
      run: () => requestDialog({ kind: 'newMessage', instance: scope }),
    },
    some && {
      id: 'stuck',
      icon: 'hourglass',
      label: t('palette.stuck'),
      run: go({ view: 'outgoing', scope, query: 'stuck=5' }),
    },
    chat !== undefined && {
      id: 'jumpToDate',
      icon: 'calendar',
      label: t('palette.jumpToDate'),
      run: () => requestDialog({ kind: 'jumpToDate', chat }),
    },
    ...instances.map((instance): PaletteAction =>
      instance.connection.kind === 'paused'
        ? {
            id: `resume-${instance.key}`,
            icon: 'play',
            label: t('instances.resumeName', { name: instance.name }),
            run: () => {
              closeDialog()
              void resume({ instance: instance.key })
            },
          }
        : {
            id: `pause-${instance.key}`,
            icon: 'pause',
            label: t('instances.pauseName', { name: instance.name }),
            run: () => requestDialog({ kind: 'pauseInstance', instance: instance.key }),
          },
    ),
    settings?.programs === true && pausePrograms(!settings.programSendsPaused),
    {
      id: 'addInstance',
      icon: 'plus',
      label: t('instances.add'),
      run: () => requestDialog({ kind: 'addInstance' }),
    },
    {
      id: 'addInstances',
      icon: 'plus',
      label: t('instances.many.title'),
      run: () => requestDialog({ kind: 'addInstances' }),
    },
    ...(chat === undefined ? [] : exportsOf(chat)),
    some && { id: 'chats', icon: 'chat', label: t('palette.go.chats'), run: go({ view: 'chats', scope }) },
    some && { id: 'outgoing', icon: 'outgoing', label: t('palette.go.outgoing'), run: go({ view: 'outgoing', scope }) },
    some && { id: 'events', icon: 'pulse', label: t('palette.go.events'), run: go({ view: 'events', scope }) },
    some && { id: 'requests', icon: 'swap', label: t('palette.go.requests'), run: go({ view: 'requests', scope }) },
    some && { id: 'programs', icon: 'plug', label: t('palette.go.programs'), run: go({ view: 'programs', scope }) },
    {
      id: 'settings',
      icon: 'sliders',
      label: t('palette.go.settings'),
      keys: keys({ key: ',', mod: true }),
      run: go({ view: 'settings', scope }),
    },
    ...instances.map((instance): PaletteAction => ({
      id: `check-${instance.key}`,
      icon: 'shield',
      label: t('instances.selfCheckTitle', { name: instance.name }),
      run: () => requestDialog({ kind: 'selfCheck', instance: instance.key }),
    })),
    some && { id: 'backup', icon: 'database', label: t('backup.title'), run: () => requestDialog({ kind: 'backup' }) },
    !some && {
      id: 'restoreBackup',
      icon: 'database',
      label: t('backup.restore'),
      run: () => requestDialog({ kind: 'readBackup', purpose: 'restore' }),
    },
    lock?.kind === 'open' && {
      id: 'lock',
      icon: 'lock',
      label: t('palette.lock'),
      keys: keys(lockShortcut),
      run: () => {
        closeDialog()
        lockWindow(client)
      },
    },
    { id: 'light', icon: 'sun', label: t('palette.theme.light'), run: theme('light') },
    { id: 'dark', icon: 'moon', label: t('palette.theme.dark'), run: theme('dark') },
    { id: 'system', icon: 'sliders', label: t('palette.theme.system'), run: theme('system') },
    {
      id: 'shortcuts',
      icon: 'keyboard',
      label: t('palette.shortcuts'),
      keys: keys({ key: '/', mod: true }),
      run: () => requestDialog({ kind: 'shortcuts' }),
    },
  ]
  const settingsPlaces = settingPlaces.map(({ section, title, words }): PaletteAction => ({
    id: `setting-${title}`,
    icon: 'sliders',
    label: t('palette.setting', { title: t(title) }),
    words: words === undefined ? '' : t(words),
    run: go({ view: 'settings', scope, section }),
  }))
  return [...actions.filter((action) => action !== false), ...settingsPlaces]
}

/** The text of the field, and since when (epoch ms). */
export interface Typed {
  readonly text: string
  readonly at: number
}

export interface PaletteFindings {
  readonly groups: readonly PaletteGroup[]
  /** The messages that the search covered; null before one has answered. */
  readonly covers: { readonly messages: number; readonly oldestAt: number | null; readonly tookMs: number } | null
  readonly searching: boolean
  /** The first item is the one that this text finds: nothing that comes later is above it. */
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
