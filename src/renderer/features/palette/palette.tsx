import '../../ui/overlays/overlay.css'
import './palette.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { ChatRow, MessageKey } from '../../../contract/index.ts'
import { useInstanceCounts } from '../../client/use-instances.ts'
import { useWhenCurrent } from '../../client/use-when-current.ts'
import { closeDialog } from '../../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { addHeldTyping, giveHeldTyping, holdTyping, takeHeldTyping } from '../../lib/keys/hold-typing.ts'
import { useReturnFocus } from '../../lib/keys/return-focus.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { typeInto } from '../../lib/keys/typed-ahead.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { Skeleton } from '../../ui/marks/skeleton.tsx'
import { itemKey, type PaletteGroupName, type PaletteItem } from './palette-item.ts'
import { PaletteRow } from './palette-row.tsx'
import { usePaletteGroups, type Typed, type PaletteFindings } from './use-palette-groups.ts'

/** One field for switching and searching: instances, chats, messages, actions. `text` is typed already. */
export function Palette({ text: given }: { readonly text: string }) {
  const t = useTranslations()
  const returnFocus = useReturnFocus()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const instances = useInstanceCounts()
  const [typed, setTyped] = useState<Typed>(() => ({ text: given, at: Date.now() }))
  const [only, setOnly] = useState<PaletteGroupName | null>(null)
  /** The key of the item that an arrow or the pointer chose; null: the first one. */
  const [picked, setPicked] = useState<string | null>(null)
  const { groups, covers, searching, isCurrent } = usePaletteGroups(typed, only)
  const items = groups.flatMap((group) => group.items)
  const pickedAt = items.findIndex((item) => itemKey(item) === picked)
  const active = pickedAt < 0 ? Math.min(0, items.length - 1) : pickedAt
  const groupOf = (index: number): PaletteGroupName | undefined => {
    let left = index
    return groups.find((group) => (left -= group.items.length) < 0)?.name
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const narrow = (group: PaletteGroupName | null): void => {
    setOnly(group)
    setPicked(null)
  }
  const openChat = ({ instance, key }: Pick<ChatRow, 'instance' | 'key'>, message?: MessageKey): void => {
    const { scope } = currentRoute()
    const held = takeHeldTyping()
    closeDialog()
    goTo({
      view: 'chats',
      scope: scope === null ? null : instance,
      chat: key,
      ...(message === undefined ? {} : { message }),
    })
    typeInto(key, held)
  }
  const pick = (item: PaletteItem): void => {
    switch (item.kind) {
      case 'moreMessages':
        return narrow('messages')
      case 'action': {
        // Text typed after Enter is for the dialog that it opens.
        const typedAfter = takeHeldTyping()
        item.action.run()
        return addHeldTyping(typedAfter)
      }
      case 'instance': {
        const { view } = currentRoute()
        closeDialog()
        return goTo({ view: view === 'settings' ? 'chats' : view, scope: item.instance.key })
      }
      case 'chat':
        return openChat(item.chat)
      case 'message':
        return openChat({ instance: item.hit.instance, key: item.hit.chat }, item.hit.message)
    }
  }
  const write = (text: string): void => {
    setTyped({ text, at: Date.now() })
    setPicked(null)
  }
  const entered = useWhenCurrent(`${only}:${typed.text}`, pickedAt >= 0 || isCurrent, () => {
    const item = items[active]
    if (item) return pick(item)
    write(typed.text + takeHeldTyping())
  })
  const keyDown = (event: KeyboardEvent): void => {
    const last = items.length - 1
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(active + 6, last),
      PageUp: Math.max(active - 6, 0),
    }
    const move = moves[event.key]
    if (move !== undefined) {
      event.preventDefault()
      const next = items[move]
      return setPicked(next ? itemKey(next) : null)
    }
    switch (event.key) {
      case 'Enter': {
        event.preventDefault()
        if (event.ctrlKey || event.metaKey) return narrow('messages')
        // Text typed after Enter is for the chat that it opens.
        if (!entered.act()) holdTyping()
        return
      }
      case 'Tab':
        event.preventDefault()
        return narrow(only === null ? (groupOf(active) ?? null) : null)
      case 'Backspace':
        return typed.text === '' && only !== null ? narrow(null) : undefined
      case 'Escape':
        if (only === null) return
        event.preventDefault()
        event.stopPropagation()
        return narrow(null)
    }
  }

  /** Index of each group's first item among all items. */
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.items.length, 0))
  const optionId = (item: PaletteItem): string => `${id}-${itemKey(item)}`
  const activeItem = items[active]
  const asked = typed.text.replace(/^>/, '').trim()
  return (
    <Base.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" onMouseDown={(event) => event.preventDefault()} />
        <div className="dialog-at pal-at">
          <Base.Popup
            className="palette"
            initialFocus={input}
            finalFocus={returnFocus}
            // After a click anywhere, by any button, letters still go to the field.
            onMouseDown={(event) => event.target !== input.current && event.preventDefault()}
          >
            <Base.Title className="vh">{t('app.jump')}</Base.Title>
            <div className="pal-in">
              <Icon name="search" size={18} />
              {only !== null && <span className="tag tag-accent">{t(`palette.group.${only}`)}</span>}
              <input
                ref={input}
                role="combobox"
                aria-label={t('palette.field')}
                aria-expanded
                aria-controls={`${id}-list`}
                aria-activedescendant={activeItem && optionId(activeItem)}
                aria-autocomplete="list"
                placeholder={t('palette.field')}
                spellCheck={false}
                autoComplete="off"
                maxLength={200}
                value={typed.text}
                onChange={(event) => write(event.target.value)}
                onFocus={giveHeldTyping}
                onKeyDown={keyDown}
              />
              <Kbd keys={shortcutText({ key: 'Escape' })} />
            </div>
            <div
              className="pal-body scroll"
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label={t('palette.results')}
              tabIndex={-1}
            >
              {groups.map((group, groupIndex) => (
                <ul key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
                  <li className="pal-g" role="presentation" id={`${id}-${group.name}`}>
                    <span>{t(`palette.group.${group.name}`)}</span>
                    {group.count !== undefined && <span>{group.count}</span>}
                  </li>
                  {group.items.map((item, itemIndex) => {
                    const at = (starts[groupIndex] ?? 0) + itemIndex
                    return (
                      <PaletteRow
                        key={itemKey(item)}
                        id={optionId(item)}
                        item={item}
                        text={asked}
                        active={at === active}
                        instances={instances}
                        onPick={() => pick(item)}
                        onHover={() => setPicked(itemKey(item))}
                      />
                    )
                  })}
                  {group.loading && group.items.length === 0 && <Loading />}
                </ul>
              ))}
            </div>
            {items.length === 0 && !searching && asked !== '' && (
              <NothingFound
                text={asked}
                group={typed.text.startsWith('>') ? 'actions' : only}
                oldestAt={covers?.oldestAt ?? null}
              />
            )}
            <PaletteFoot covers={covers} searching={searching} found={items.length} />
          </Base.Popup>
        </div>
      </Base.Portal>
    </Base.Root>
  )
}

const Loading = () =>
  [64, 52, 58].map((width) => (
    <li key={width} className="pal" role="presentation">
      <Skeleton width={28} height={28} round />
      <span className="grow">
        <Skeleton width={`${width}%`} height={11} />
        <span className="skel-gap" />
        <Skeleton width={`${width / 2}%`} height={9} />
      </span>
    </li>
  ))

interface NothingFoundProps {
  readonly text: string
  /** The group that was searched alone. */
  readonly group: PaletteGroupName | null
  readonly oldestAt: number | null
}

function NothingFound({ text, group, oldestAt }: NothingFoundProps) {
  const t = useTranslations()
  const times = useTimes()
  const where =
    oldestAt !== null && (group === null || group === 'messages')
      ? t('palette.nothingBefore', { date: times.date(oldestAt) })
      : group === null
        ? t('palette.nothingText')
        : t('palette.nothingIn', { group: t(`palette.group.${group}`) })
  return (
    <div className="pal-none">
      <EmptyState icon="search" title={t('ui.nothingFound', { text })} text={where} />
    </div>
  )
}

/** The keys of the palette, and what was searched. */
function PaletteFoot({
  covers,
  searching,
  found,
}: Pick<PaletteFindings, 'covers' | 'searching'> & { readonly found: number }) {
  const t = useTranslations()
  return (
    <div className="pal-foot">
      <span>
        <Kbd keys="↑" />
        <Kbd keys="↓" />
        {t('palette.move')}
      </span>
      <span>
        <Kbd keys="Enter" />
        {t('ui.open')}
      </span>
      <span>
        <Kbd keys="Tab" />
        {t('palette.onlyGroup')}
      </span>
      <span className="end" role="status">
        {searching ? (
          t('palette.searching')
        ) : covers ? (
          <>
            <span className="vh">{t('palette.found', { count: found })}</span>
            {t('palette.searched', { messages: covers.messages, ms: covers.tookMs })}
          </>
        ) : (
          <>
            <Kbd keys=">" />
            {t('palette.actionsOnly')}
          </>
        )}
      </span>
    </div>
  )
}
