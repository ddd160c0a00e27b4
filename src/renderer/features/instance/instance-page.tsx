import './instance.css'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import type { InstanceTab } from '../../lib/routing/route.ts'
import { goTo, instanceTabs } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { AccountTab } from './account-tab.tsx'
import { FactBar } from './fact-bar.tsx'
import { LoginPanel } from './login-panel.tsx'
import { QueuesSection } from './queues-section.tsx'
import { AccountSection, QuotaSection } from './account-sections.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useBackToChats } from './use-back-to-chats.ts'

export interface InstancePageProps {
  readonly instance: InstanceSummary
  readonly tab: InstanceTab
  /** The tabs of other features. */
  readonly groups: ReactNode
  readonly contacts: ReactNode
  /** What stands at the right of the head in these tabs. */
  readonly actions?: ReactNode
}

/** One instance: what it is, and what its administrator does with it. */
export function InstancePage({ instance, tab, groups, contacts }: InstancePageProps) {
  const t = useTranslations()
  const { key } = instance
  useBackToChats(instance)
  return (
    <div className={tab === 'overview' ? 'view-inst' : 'view-inst is-tab'} data-colour={instance.colour}>
      <InstanceHead instance={instance} tab={tab} />
      {tab === 'overview' && (
        <>
          <FactBar instance={instance} />
          <div className="i-main scroll" tabIndex={0} role="group" aria-label={t('instance.tab.overview')}>
            <QueuesSection key={`q${key}`} instance={instance} />
            <SettingsSection key={`s${key}`} instance={instance} />
          </div>
          <aside className="i-side scroll" aria-label={t('instance.side')}>
            {instance.authorization === 'authorized' ? (
              <AccountSection instance={instance} />
            ) : (
              <LoginPanel key={key} instance={instance} />
            )}
            <QuotaSection instance={instance} />
          </aside>
        </>
      )}
      {tab === 'groups' && groups}
      {tab === 'contacts' && contacts}
      {tab === 'account' && <AccountTab key={key} instance={instance} />}
    </div>
  )
}

function InstanceHead({ instance, tab }: { readonly instance: InstanceSummary; readonly tab: InstanceTab }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const of = { instance: instance.key }
  const { data: account } = useContractQuery('account.state', of)
  const [read, { pending }] = useContractCommand('account.read')
  const [asked, setAsked] = useState<'restart' | 'logOut' | null>(null)
  const [restart, restarting] = useContractCommand('login.restart')
  const [logOut, loggingOut] = useContractCommand('login.logOut')
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const act = async () => {
    const result = await (asked === 'restart' ? restart(of) : logOut(of))
    if (result.ok)
      showToast(asked === 'restart' ? 'instance.restarted' : 'instance.loggedOut', { values: { name: instance.name } })
    setAsked(null)
  }
  return (
    <header className="i-head">
      <InstanceTile name={instance.name} initials={instance.initials} colour={instance.colour} size={36} />
      <div className="i-name">
        <h2 className="ell">{instance.name}</h2>
        <p className="d num">
          {t('instance.head', { family: t(`instance.family.${instance.family}`), id: instance.idInstance })}
        </p>
      </div>
      <ChoiceGroup
        label={t('instance.tabs')}
        variant="tabs"
        value={tab}
        choices={instanceTabs.map((value) => ({ value, label: t(`instance.tab.${value}`) }))}
        onChange={(next) => goTo({ view: 'instance', scope: instance.key, tab: next }, { replace: true })}
      />
      <div className="end">
        <IconButton
          size="compact"
          icon="refresh"
          label={
            account?.readAt
              ? t('instance.refreshRead', { time: times.sentence(account.readAt, now) })
              : t('instance.refresh')
          }
          disabled={pending}
          onClick={() => void read(of)}
        />
        <IconButton
          size="compact"
          icon="edit"
          label={t('instance.edit')}
          onClick={() => requestDialog({ kind: 'editInstance', instance: instance.key })}
        />
        {!lacks('reboot') && (
          <Button size="compact" onClick={() => setAsked('restart')}>
            {t('instance.restart')}
          </Button>
        )}
        {!lacks('logout') && (
          <Button
            size="compact"
            blocked={instance.authorization === 'notAuthorized'}
            title={instance.authorization === 'notAuthorized' ? t('instance.nobodyIn') : undefined}
            onClick={() => setAsked('logOut')}
          >
            {t('instance.logOut')}
          </Button>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={t(`instance.${asked}Title`, { name: instance.name })}
          text={t(`instance.${asked}Text`)}
          confirm={t(`instance.${asked}`)}
          danger={asked === 'logOut'}
          busy={restarting.pending || loggingOut.pending}
          onConfirm={() => void act()}
          onClose={() => setAsked(null)}
        />
      )}
    </header>
  )
}
