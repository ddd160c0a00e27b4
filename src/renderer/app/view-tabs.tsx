import type { Scope } from '../../contract/ids.ts'
import { useProgramsNeedingAttention } from '../features/programs/use-program-list.ts'
import { useSettings } from '../client/use-preference.ts'
import { routeHref, views, type View } from '../lib/routing/route.ts'
import { useRoving } from '../lib/keys/use-roving.ts'
import { useInstanceCounts, useInstances } from '../client/use-instances.ts'
import { useTranslations } from '../lib/translations.ts'
import { Badge } from '../ui/marks/badge.tsx'
import { Icon, type IconName } from '../ui/marks/icon.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { focusRegion } from '../lib/keys/focus-regions.ts'

const icons: Readonly<Record<View, IconName>> = {
  chats: 'chat',
  outgoing: 'outgoing',
  events: 'pulse',
  requests: 'swap',
  programs: 'plug',
  instance: 'server',
  settings: 'sliders',
}

export interface ViewTabsProps {
  readonly view: View
  readonly scope: Scope
  /** Where Chats leads: the chat that was open. */
  readonly chatsHref: string
}

/** The seven views, with what waits in them. */
export function ViewTabs({ view, scope, chatsHref }: ViewTabsProps) {
  const t = useTranslations()
  const roving = useRoving({ selector: '.view-tab:not([aria-disabled])', isHorizontal: true })
  const instances = useInstances()
  const attention = instances
    .filter((instance) => scope === null || instance.key === scope)
    .reduce((sum, instance) => sum + instance.needAttention, 0)
  return (
    <nav className="views" aria-label={t('app.views')} {...focusRegion} {...roving}>
      {views.map((name) => {
        const label = t(name === 'instance' && scope === null ? 'app.view.instances' : `app.view.${name}`)
        // Without an instance there is nothing in the other views.
        const asleep = instances.length === 0 && name !== 'settings'
        return (
          <Tooltip key={name} text={label} whenCut={name === view}>
            <a
              className="view-tab"
              href={asleep ? undefined : name === 'chats' ? chatsHref : routeHref({ view: name, scope })}
              role={asleep ? 'link' : undefined}
              aria-disabled={asleep || undefined}
              aria-current={name === view && !asleep ? 'page' : undefined}
              tabIndex={asleep ? undefined : name === view || (instances.length === 0 && name === 'settings') ? 0 : -1}
            >
              <Icon name={icons[name]} />
              <span>{label}</span>
              {name === 'chats' && <UnreadBadge scope={scope} />}
              {name === 'programs' && <ProgramsBadge scope={scope} />}
              {name === 'outgoing' && (
                <Badge count={attention} tone="warn" label={t('app.needAttention', { count: attention })} />
              )}
            </a>
          </Tooltip>
        )
      })}
    </nav>
  )
}

/** Unread messages of a scope, in the tab of the chats: a message renders the number alone. */
function UnreadBadge({ scope }: { readonly scope: Scope }) {
  const t = useTranslations()
  const unread = useInstanceCounts()
    .filter((instance) => scope === null || instance.key === scope)
    .reduce((sum, instance) => sum + instance.unreadMessages, 0)
  return <Badge count={unread} label={t('app.unreadChats', { count: unread })} />
}

/** How many programs need a person, in the tab of their view; or that all of them are paused. */
function ProgramsBadge({ scope }: { readonly scope: Scope }) {
  const t = useTranslations()
  const count = useProgramsNeedingAttention(scope)
  if (useSettings()?.programSendsPaused === true)
    return <span className="badge is-muted">{t('app.programsPausedShort')}</span>
  return <Badge count={count} tone="warn" label={t('app.needAttention', { count })} />
}
