import type { ReactNode } from 'react'
import type { MenuOption, ShownOption } from '../../../../contract/business-kinds.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon, type IconName } from '../../../ui/marks/icon.tsx'
import { OutsideLink } from '../../../ui/text/outside-link.tsx'
import { cx } from '../../../lib/text/class-names.ts'
import { useMessageStop } from '../conversation-context.ts'

/** Icon, title and one line of facts, on top of a card. */
export function KindHead({
  icon,
  title,
  facts,
}: {
  readonly icon: IconName
  readonly title: string
  readonly facts: string
}) {
  return (
    <div className="kh">
      <span className="ic">
        <Icon name={icon} size={18} />
      </span>
      <div className="grow">
        <div className="t" dir="auto">
          {title}
        </div>
        {facts !== '' && (
          <div className="d" dir="auto">
            {facts}
          </div>
        )}
      </div>
    </div>
  )
}

/** The last line of a card: what can be done, a word about it, and the time. */
export function KindFoot({
  children,
  note = '',
  meta,
}: {
  readonly children?: ReactNode
  readonly note?: string
  readonly meta: ReactNode
}) {
  return (
    <div className="kacts">
      {children}
      {note !== '' && (
        <span className="kfoot" dir="auto">
          {note}
        </span>
      )}
      {meta}
    </div>
  )
}

const icons: Readonly<Record<MenuOption['action'], IconName>> = {
  reply: 'tap',
  url: 'link',
  call: 'phone',
  copy: 'copy',
}

/** So many options of a menu are shown at once. */
const mostShown = 20

/** The options of a menu: lines, not buttons, with those who chose one. */
export function MenuOptions({
  options,
  more,
  label,
}: {
  readonly options: readonly ShownOption[]
  readonly more: number
  readonly label: string
}) {
  const t = useTranslations()
  const times = useTimes()
  const stop = useMessageStop()
  const shown = options.slice(0, mostShown)
  const rest = options.length - shown.length + more
  if (shown.length === 0) return null
  return (
    <ul className="opts" aria-label={label}>
      {shown.map((option, index) => {
        const [newest, ...others] = option.chosenBy
        const chosen =
          newest === undefined
            ? null
            : others.length > 0
              ? t('conversation.menu.chosenByMany', { name: newest.person.name.slice(0, 60), count: others.length })
              : `${newest.person.name.slice(0, 60)}, ${times.clock(newest.at)}`
        const isNewSection = option.section !== '' && option.section !== options[index - 1]?.section
        return (
          <li key={index} className={cx(chosen !== null && 'is-chosen')}>
            {isNewSection && (
              <span className="sec" dir="auto">
                {option.section}
              </span>
            )}
            <Icon name={chosen === null ? icons[option.action] : 'check'} />
            <span className="o" dir="auto">
              {option.text || (option.description === '' && option.value === '' ? option.id : '')}
              {option.description !== '' && <span className="od">{option.description}</span>}
            </span>
            {chosen !== null ? (
              <span className="e ell">
                <bdi>{chosen}</bdi>
              </span>
            ) : option.action === 'url' && option.value !== '' ? (
              <ForeignLink url={option.value} className="e ell" stop={stop} />
            ) : (
              option.value !== '' && (
                <span className="e ell">
                  <bdi>{option.value}</bdi>
                </span>
              )
            )}
          </li>
        )
      })}
      {rest > 0 && <li className="muted">{t('conversation.menu.more', { count: rest })}</li>}
    </ul>
  )
}

/** The host and path of an address that somebody sent; it opens after a question. */
export function ForeignLink({
  url,
  className = '',
  stop,
}: {
  readonly url: string
  readonly className?: string
  readonly stop: 0 | -1
}) {
  const shown = shownAddress(url)
  if (shown === null)
    return (
      <span className={className}>
        <bdi>{url.slice(0, 200)}</bdi>
      </span>
    )
  return (
    <OutsideLink className={cx('link', className)} href={url} tabIndex={stop}>
      <bdi>{shown}</bdi>
    </OutsideLink>
  )
}

/** "shop.example/p/lamp"; null for what is no address of the web. */
function shownAddress(url: string): string | null {
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url)) return null
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, 200)
}
