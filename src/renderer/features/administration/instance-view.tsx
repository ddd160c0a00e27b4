import './administration.css'
import { useInstanceCounts } from '../../client/use-instances.ts'
import { InstancesTable } from './instances-table.tsx'
import { goTo, instanceTabs, type InstanceTab, type Route } from '../../lib/routing/route.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { isTyping } from '../../lib/keys/shortcuts.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { ContactsTab } from './contacts/contacts-tab.tsx'
import { GroupsTab } from './groups/groups-tab.tsx'
import { AccountTab } from './account-tab.tsx'
import { StoriesTab } from './stories/stories-tab.tsx'
import { LoginPanel } from './login-panel.tsx'
import { QueuesSection } from './queues-section.tsx'
import { AccountSection } from './account-sections.tsx'
import { QuotaSection } from './quota-section.tsx'
import { SettingsSection, hasUnsavedSettings } from './settings-section.tsx'
import './fact-bar.css'
import { useTeam } from '../../client/use-team.ts'
import { connectionTones, type ConnectionTone } from '../../lib/connection-tones.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { colleagueWhoReceives, isAccountKnown, receiverOf } from './instance-facts.ts'
import { instanceStateText, lastTroubleOf } from './state-text.ts'

/** Six facts that an administrator looks for first. */
function FactBar({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow(1000)
  const of = { instance: instance.key }
  const { data: account } = useContractQuery('account.state', of)
  const { data: queues } = useContractQuery('queues.state', of)
  const { connection, authorization } = instance
  const held = authorization === 'notAuthorized' && (queues?.outgoing ?? 0) > 0
  const oldest = queues?.entries.reduce<number | null>(
    (since, entry) => (since === null || entry.since < since ? entry.since : since),
    null,
  )
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? t('administration.unknown') : numbers.count(value)
  const tone = connectionTones[connection.kind]
  const receiver = receiverOf(instance)
  const colleague = colleagueWhoReceives(useTeam(), instance.key)
  const loggedOut = connection.kind === 'notAuthorized'
  const trouble = lastTroubleOf(t, instance, account)
  const who = account?.phone || instance.wid?.replace('@c.us', '') || ''
  return (
    <dl className="factbar">
      <Fact
        label={t('ui.state')}
        tone={authorization === 'notAuthorized' || !isAccountKnown(instance) ? tone : 'live'}
        detail={
          (authorization === 'authorized' && isAccountKnown(instance)) || connection.since === 0
            ? ''
            : t('administration.fact.since', {
                span: times.span(connection.since, now),
                time: times.sentence(connection.since, now),
              })
        }
      >
        <span className="fact-with">
          {loggedOut && <Icon name="key" size={14} />}
          <span className="ell">{instanceStateText(t, instance, account)}</span>
        </span>
      </Fact>
      <Fact
        label={t('administration.fact.account')}
        detail={loggedOut && who !== '' ? t('administration.fact.was', { who }) : (account?.chatId ?? '')}
      >
        <span className="num ell">
          {loggedOut ? t('instances.table.noAccount') : who === '' ? t('administration.unknown') : who}
        </span>
      </Fact>
      <Fact label={t('instances.table.reads')} detail={t(`administration.fact.${receiver.how}`)}>
        {colleague === null ? (
          t(`administration.fact.${receiver.who}`)
        ) : (
          <span className="fact-with">
            <MemberAvatar person={{ ...colleague, isThis: false }} />
            <span className="ell">{t('administration.fact.colleague', { name: colleague.name })}</span>
          </span>
        )}
      </Fact>
      <Fact
        label={t('administration.queue.table')}
        tone={held ? 'warn' : 'live'}
        detail={
          oldest === null || oldest === undefined
            ? ''
            : t('administration.fact.oldest', { span: times.span(oldest, now) })
        }
      >
        {held ? t('administration.fact.held', { count: queues?.outgoing ?? 0 }) : count(queues?.outgoing)}
      </Fact>
      <Fact
        label={t('administration.fact.notifications')}
        detail={
          instance.lastReceivedAt === null
            ? ''
            : t('administration.fact.lastReceived', { time: times.sentence(instance.lastReceivedAt, now) })
        }
      >
        {count(queues?.notifications)}
      </Fact>
      <Fact
        label={t('instances.table.trouble')}
        tone={tone}
        detail={
          trouble === null
            ? ''
            : trouble.operation === null
              ? t('inspector.since', { time: times.sentence(trouble.at, now) })
              : `${trouble.operation}, ${times.sentence(trouble.at, now)}`
        }
      >
        <span className="ell" title={trouble?.wording}>
          {trouble?.wording ?? t('administration.fact.noTrouble')}
        </span>
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly label: string
  readonly children: ReactNode
  readonly detail: string
  /** Severity. */
  readonly tone?: ConnectionTone
}

function Fact({ label, children, detail, tone = 'live' }: FactProps) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd className={tone === 'error' ? 'is-bad' : tone === 'warn' ? 'is-warn' : undefined}>
        {children}
        <small title={detail}>{detail}</small>
      </dd>
    </div>
  )
}

/**
 * Opens the chats when the account that was logged in here is authorized, unless the person has begun something else in
 * this view. Use it in a component that stays mounted: the login panel is removed as soon as the instance is
 * authorized.
 */
function useBackToChats({ key, name }: InstanceSummary): void {
  const { data: state } = useContractQuery('login.state', { instance: key })
  const kind = state?.kind ?? 'idle'
  const before = useRef({ key, kind })
  useEffect(() => {
    const began = before.current.key === key && before.current.kind !== 'idle' && before.current.kind !== 'done'
    before.current = { key, kind }
    if (kind !== 'done' || !began) return
    const chats = { view: 'chats', scope: key } as const
    const { activeElement } = document
    const isWriting = isTyping(activeElement) && activeElement?.closest('.login-form') == null
    const isBusyHere = isWriting || hasUnsavedSettings(key) || document.querySelector('.dialog') !== null
    if (!isBusyHere) goTo(chats)
    showToast('administration.login.done', {
      values: { name },
      ...(isBusyHere ? { action: { wording: { id: 'administration.login.openChats' }, run: () => goTo(chats) } } : {}),
    })
  }, [kind, key, name])
}

/** One instance, or the table of all. */
export function InstanceView({ route }: { readonly route: Extract<Route, { view: 'instance' }> }) {
  const instances = useInstanceCounts()
  if (route.scope === null) return <InstancesTable instances={instances} />
  const instance = instances.find(({ key }) => key === route.scope)
  if (instance === undefined) return <div aria-busy="true" />
  return <InstancePage instance={instance} tab={route.tab ?? 'overview'} />
}

interface InstancePageProps {
  readonly instance: InstanceSummary
  readonly tab: InstanceTab
}

/** One instance: what it is, and what its administrator does with it. */
function InstancePage({ instance, tab }: InstancePageProps) {
  const t = useTranslations()
  const { key } = instance
  useBackToChats(instance)
  return (
    <div className={tab === 'overview' ? 'view-inst' : 'view-inst is-tab'} data-colour={instance.colour}>
      <InstanceHead key={`h${key}`} instance={instance} tab={tab} />
      {tab === 'overview' && (
        <>
          <FactBar instance={instance} />
          <div className="i-main scroll" tabIndex={0} role="group" aria-label={t('administration.tab.overview')}>
            <QueuesSection key={`q${key}`} instance={instance} />
            <SettingsSection key={`s${key}`} instance={instance} />
          </div>
          <aside className="i-side scroll" aria-label={t('administration.side')}>
            {instance.authorization === 'authorized' ? (
              <AccountSection instance={instance} />
            ) : (
              <LoginPanel key={key} instance={instance} />
            )}
            <QuotaSection instance={instance} />
          </aside>
        </>
      )}
      {tab === 'groups' && <GroupsTab key={key} instance={instance} />}
      {tab === 'contacts' && <ContactsTab key={key} instance={instance} />}
      {tab === 'stories' && <StoriesTab key={key} instance={instance} />}
      {tab === 'account' && <AccountTab key={key} instance={instance} />}
    </div>
  )
}

/** Stories exist in the WhatsApp family alone, and not at every instance (service 11.10). */
const hasStories = ({ absentOperations }: InstanceSummary) => !absentOperations.includes('getIncomingStatuses')

function InstanceHead({ instance, tab }: { readonly instance: InstanceSummary; readonly tab: InstanceTab }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const of = { instance: instance.key }
  const { data: account } = useContractQuery('account.state', of)
  const { data: groups } = useContractQuery('groups.list', of)
  const { data: contacts } = useContractQuery('contacts.list', { ...of, text: '', only: 'all', limit: 1 })
  const counts: Partial<Record<InstanceTab, number | undefined>> = {
    groups: groups?.groups.length,
    contacts: contacts?.total,
  }
  const [read, { pending }] = useContractCommand('account.read')
  const [asked, setAsked, close] = useQuestion<'restart' | 'logOut'>()
  const [restart, restarting] = useContractCommand('login.restart')
  const [logOut, loggingOut] = useContractCommand('login.logOut')
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const act = async () => {
    const result = await (asked === 'restart' ? restart(of) : logOut(of))
    if (result.ok)
      showToast(asked === 'restart' ? 'administration.restarted' : 'administration.loggedOut', {
        values: { name: instance.name },
      })
    close()
  }
  return (
    <header className="i-head">
      <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} size={36} />
      <div className="i-name">
        <h2 className="ell">{instance.name}</h2>
        <p className="d num">
          {t('administration.head', { family: t(`administration.family.${instance.family}`), id: instance.idInstance })}
        </p>
      </div>
      <ChoiceGroup
        label={t('administration.tabs')}
        variant="tabs"
        value={tab}
        choices={instanceTabs
          .filter((value) => value !== 'stories' || hasStories(instance))
          .map((value) => ({
            value,
            label: t(`administration.tab.${value}`),
            // A list that was never read is not counted as empty.
            ...(counts[value] === undefined || counts[value] === 0 ? {} : { count: counts[value] }),
          }))}
        onChange={(next) => goTo({ view: 'instance', scope: instance.key, tab: next }, { replace: true })}
      />
      <div className="end">
        <IconButton
          size="compact"
          icon="refresh"
          label={
            account?.readAt
              ? t('administration.refreshRead', { time: times.sentence(account.readAt, now) })
              : t('ui.refresh')
          }
          disabled={pending}
          onClick={() => void read(of)}
        />
        <IconButton
          size="compact"
          icon="edit"
          label={t('administration.edit')}
          onClick={() => requestDialog({ kind: 'editInstance', instance: instance.key })}
        />
        {!lacks('reboot') && (
          <Button size="compact" onClick={() => setAsked('restart')}>
            {t('administration.restart')}
          </Button>
        )}
        {!lacks('logout') && (
          <Button
            size="compact"
            blocked={instance.authorization === 'notAuthorized'}
            title={instance.authorization === 'notAuthorized' ? t('administration.nobodyIn') : undefined}
            onClick={() => setAsked('logOut')}
          >
            {t('administration.logOut')}
          </Button>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={t(`administration.${asked}Title`, { name: instance.name })}
          text={t(`administration.${asked}Text`)}
          confirm={t(`administration.${asked}`)}
          danger={asked === 'logOut'}
          busy={asked === 'restart' ? restarting.pending : loggingOut.pending}
          onConfirm={() => void act()}
          onClose={close}
        />
      )}
    </header>
  )
}
