import './settings.css'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { AppSettings, Scope } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { focusRegion } from '../../lib/keys/focus-regions.ts'
import { routeHref } from '../../lib/routing/route.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { AboutSection } from './about-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ProgramsSection } from './programs-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { StorageSection } from './storage-section.tsx'

const sections: readonly { readonly name: string; readonly icon: IconName; readonly title: MessageId }[] = [
  { name: 'general', icon: 'sliders', title: 'settings.general' },
  { name: 'appearance', icon: 'sun', title: 'settings.appearance' },
  { name: 'notifications', icon: 'bell', title: 'settings.notifications' },
  { name: 'instances', icon: 'layers', title: 'instances.title' },
  { name: 'team', icon: 'group', title: 'settings.team' },
  { name: 'programs', icon: 'plug', title: 'programs.title' },
  { name: 'quick-replies', icon: 'slash', title: 'settings.quickReplies' },
  { name: 'storage', icon: 'shield', title: 'settings.storage' },
  { name: 'shortcuts', icon: 'keyboard', title: 'settings.shortcuts' },
  { name: 'about', icon: 'info', title: 'settings.about' },
]

export interface SettingsProps {
  readonly scope: Scope
  /** The section of the address; the page scrolls there. */
  readonly section: string | null
  /** The list of instances; the app gives that feature's own. */
  readonly instanceList: ReactNode
  readonly team: ReactNode
  readonly quickReplies: ReactNode
}

/** All settings on one scrolling page. Every change is stored at once. */
export function Settings({ scope, section, instanceList, team, quickReplies }: SettingsProps) {
  const t = useTranslations()
  const { data: settings } = useContractQuery('settings.get', {})
  const { data: info } = useContractQuery('app.info', {})
  const [store] = useContractCommand('settings.update')
  const body = useRef<HTMLDivElement>(null)
  const [followed, setFollowed] = useState<{ readonly from: string | null; readonly name: string } | null>(null)
  const jumpedAt = useRef(0)
  const current = followed && followed.from === section ? followed.name : (section ?? 'general')
  const ready = settings !== undefined && info !== undefined
  const update = useCallback((change: Partial<AppSettings>) => void store(change), [store])

  useEffect(() => {
    if (!ready || section === null) return
    const target = body.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`)
    jumpedAt.current = performance.now()
    target?.scrollIntoView({ block: 'start' })
  }, [section, ready])

  /** The section at the top of the page is the current one; at the very end it is the last. A jump decides itself. */
  const follow = (): void => {
    const { current: page } = body
    if (!page || performance.now() - jumpedAt.current < 200) return
    const parts = [...page.querySelectorAll<HTMLElement>('[data-section]')]
    const edge = page.getBoundingClientRect().top + 120
    const atEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 2
    const shown = atEnd ? parts.at(-1) : parts.findLast((part) => part.getBoundingClientRect().top <= edge)
    const name = (shown ?? parts[0])?.dataset['section']
    if (name) setFollowed({ from: section, name })
  }

  if (!ready) return <div aria-busy="true" />
  const props = { settings, info, update }
  return (
    <div className="view-settings">
      <nav className="set-nav" aria-label={t('settings.sections')} {...focusRegion}>
        {sections.map(({ name, icon, title }) => (
          <Tooltip key={name} text={t(title)} whenCut side="right">
            <a
              href={routeHref({ view: 'settings', scope, section: name })}
              aria-current={name === current ? 'page' : undefined}
              onClick={() => {
                // The same address again scrolls again.
                if (name === section) body.current?.querySelector(`[data-section="${name}"]`)?.scrollIntoView()
              }}
            >
              <Icon name={icon} />
              <span className="ell">{t(title)}</span>
            </a>
          </Tooltip>
        ))}
      </nav>
      <div
        className="set-body scroll"
        ref={body}
        onScroll={follow}
        tabIndex={0}
        role="region"
        aria-label={t('app.view.settings')}
        {...focusRegion}
      >
        <div className="set-col">
          <GeneralSection {...props} />
          <AppearanceSection {...props} />
          <NotificationsSection {...props} />
          <SettingsSection name="instances" title={t('instances.title')} text={t('settings.instancesText')}>
            {instanceList}
          </SettingsSection>
          <SettingsSection name="team" title={t('settings.team')} text={t('settings.teamText')}>
            {team}
          </SettingsSection>
          <ProgramsSection {...props} scope={scope} />
          <SettingsSection
            name="quick-replies"
            title={t('settings.quickReplies')}
            text={t('settings.quickRepliesText')}
          >
            {quickReplies}
          </SettingsSection>
          <StorageSection {...props} />
          <ShortcutsSection {...props} />
          <AboutSection {...props} />
        </div>
      </div>
    </div>
  )
}
