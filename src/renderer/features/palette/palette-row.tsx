import type { InstanceSummary } from '../../../contract/instances.ts'
import { capital } from '../../lib/text/capital.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { initialsOf } from '../../../contract/values.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { InstanceMark, InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { FoundText } from '../../ui/text/found-text.tsx'
import type { PaletteItem } from './palette-item.ts'

export interface PaletteRowProps {
  readonly id: string
  readonly item: PaletteItem
  readonly text: string
  readonly active: boolean
  readonly instances: readonly InstanceSummary[]
  readonly onPick: () => void
  readonly onHover: () => void
}

/** One thing that was found. */
export function PaletteRow({ id, item, text, active, instances, onPick, onHover }: PaletteRowProps) {
  return (
    <li
      id={id}
      className="pal"
      role="option"
      aria-selected={active}
      onClick={onPick}
      onPointerMove={active ? undefined : onHover}
    >
      <Inside item={item} text={text} instances={instances} />
    </li>
  )
}

function Inside({ item, text, instances }: Pick<PaletteRowProps, 'item' | 'text' | 'instances'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  switch (item.kind) {
    case 'instance': {
      const { instance, ranges, number } = item
      return (
        <>
          <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} size={28} />
          <span className="grow">
            <span className="t ell">
              <FoundText text={instance.name} ranges={ranges} />
            </span>
            <span className="d ell">{instanceState(t, instance)}</span>
          </span>
          {number <= 9 && (
            <span className="e">
              {shortcutText({ key: String(number), mod: true })
                .split(' ')
                .map((key) => (
                  <Kbd key={key} keys={key} />
                ))}
            </span>
          )}
        </>
      )
    }
    case 'chat': {
      const { chat, ranges } = item
      const instance = instances.find(({ key }) => key === chat.instance)
      const detail =
        chat.found !== null
          ? chat.found
          : chat.unread > 0
            ? t('ui.unread', { count: chat.unread })
            : chat.kind === 'group'
              ? t('palette.group')
              : (chat.phone ?? chat.chatId)
      return (
        <>
          <Avatar initials={chat.initials} hue={chat.hue} avatar={chat.avatar} size={28} />
          <span className="grow">
            <span className="t ell">
              <FoundText text={chat.title} ranges={ranges} />
            </span>
            <bdi className="d ell">{detail}</bdi>
          </span>
          <Where instance={instance} several={instances.length > 1} />
        </>
      )
    }
    case 'message': {
      const { hit } = item
      const instance = instances.find(({ key }) => key === hit.instance)
      const own = hit.direction === 'outgoing'
      const from = own
        ? t('palette.youTo', { chat: hit.chatTitle })
        : hit.senderName === hit.chatTitle || hit.senderName === ''
          ? hit.chatTitle
          : t('palette.senderIn', { sender: hit.senderName, chat: hit.chatTitle })
      const avatarName = own ? (instance?.name ?? '') : hit.senderName || hit.chatTitle
      return (
        <>
          <Avatar initials={initialsOf(avatarName)} hue={hit.senderHue} size={28} />
          <span className="grow">
            <span className="t ell">
              <FoundText text={hit.snippet} ranges={hit.marks} />
            </span>
            <bdi className="d ell">{from}</bdi>
          </span>
          <Where instance={instance} several={instances.length > 1} time={times.list(hit.at, now)} />
        </>
      )
    }
    case 'moreMessages':
      return (
        <>
          <span className="ic">
            <Icon name="search" />
          </span>
          <span className="t ell grow">{t('palette.moreMessages', { text })}</span>
          <span className="e">
            {shortcutText({ key: 'Enter', mod: true })
              .split(' ')
              .map((key) => (
                <Kbd key={key} keys={key} />
              ))}
          </span>
        </>
      )
    case 'action':
      return (
        <>
          <span className="ic">
            <Icon name={item.action.icon} />
          </span>
          <span className="t ell grow">
            <FoundText text={item.action.label} ranges={item.ranges} />
          </span>
          {item.action.keys && (
            <span className="e">
              {item.action.keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </span>
          )}
        </>
      )
  }
}

interface WhereProps {
  readonly instance: InstanceSummary | undefined
  readonly several: boolean
  readonly time?: string
}

const Where = ({ instance, several, time }: WhereProps) => (
  <span className="e">
    {instance && several && (
      <>
        <InstanceMark colour={instance.colour} />
        <span className="ell where-name">{instance.name}</span>
      </>
    )}
    {time && <span className="num">{time}</span>}
  </span>
)

function instanceState(t: Translate, instance: InstanceSummary): string {
  const state = capital(t(`instances.state.${instance.connection.kind}`))
  return instance.unreadMessages > 0 ? t('palette.stateUnread', { state, count: instance.unreadMessages }) : state
}
