import '../instances.css'
import { useState, useSyncExternalStore } from 'react'
import type { AppInfo, SteadyInstance, StorageState } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Banner, type BannerProps } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { lacksToken, leastTogether } from '../connection-appearance.ts'

/** A state of the whole program: of the pipe, the archive or the vault. */
type AppTrouble =
  | 'pipe'
  | 'outdated'
  | Exclude<StorageState['kind'], 'ok'>
  | 'locked'
  | 'waiting'
  | 'tokens'
  | 'weak'
  | 'backup'

/** The gravest one; null while all is well. */
function appTroubleOf(seen: {
  readonly connected: boolean
  /** The program was updated under an open page. */
  readonly outdated: boolean
  readonly storage: StorageState['kind'] | undefined
  readonly vault: AppInfo['vault']['state'] | undefined
  readonly hasInstances: boolean
  /** Instances without a token. */
  readonly lackToken: number
  /** Two backups that were due are missing. */
  readonly isBackupOverdue: boolean
}): AppTrouble | null {
  if (!seen.connected) return 'pipe'
  if (seen.outdated) return 'outdated'
  if (seen.storage !== undefined && seen.storage !== 'ok') return seen.storage
  if (!seen.hasInstances) return null
  if (seen.vault === 'locked' || seen.vault === 'waiting') return seen.vault
  if (seen.lackToken >= leastTogether) return 'tokens'
  if (seen.vault === 'needsConsent') return 'weak'
  return seen.isBackupOverdue ? 'backup' : null
}

/** The action that a banner offers. */
type AppAction = 'reload' | 'showStorage' | 'showDetails' | 'dismiss' | 'unlock' | 'enterTokens' | 'chooseVault'

interface AppTroubleAppearance {
  readonly tone: BannerProps['tone']
  readonly icon: IconName
  /** Receiving or sending stopped. */
  readonly urgent: boolean
  readonly actions: readonly AppAction[]
}

const notStored: AppTroubleAppearance = { tone: 'bad', icon: 'database', urgent: true, actions: ['showStorage'] }

/** How each looks and what can be done about it. */
const appTroubleAppearance: Readonly<Record<AppTrouble, AppTroubleAppearance>> = {
  pipe: { tone: 'bad', icon: 'offline', urgent: true, actions: [] },
  outdated: { tone: 'warn', icon: 'refresh', urgent: false, actions: ['reload'] },
  full: notStored,
  readOnly: notStored,
  failing: notStored,
  damaged: notStored,
  checking: { tone: 'info', icon: 'database', urgent: false, actions: [] },
  recovered: { tone: 'ok', icon: 'database', urgent: false, actions: ['showDetails', 'dismiss'] },
  locked: { tone: 'bad', icon: 'lock', urgent: true, actions: ['unlock'] },
  waiting: { tone: 'warn', icon: 'lock', urgent: true, actions: [] },
  tokens: { tone: 'bad', icon: 'key', urgent: true, actions: ['enterTokens'] },
  weak: { tone: 'warn', icon: 'lock', urgent: false, actions: ['chooseVault'] },
  backup: { tone: 'warn', icon: 'database', urgent: false, actions: ['showStorage'] },
}

/** States of the whole program: the pipe, the archive, the vault. One at a time, the gravest first. */
export function AppBanner({ instances }: { readonly instances: readonly SteadyInstance[] }) {
  const t = useTranslations()
  const client = useClient()
  const pipe = useSyncExternalStore(client.onState, client.state)
  const { data: storage } = useContractQuery('storage.state', {})
  const { data: info } = useContractQuery('app.info', {})
  const { data: backup } = useContractQuery('backup.state', {})
  const [loadedVersion, setLoadedVersion] = useState(info?.version)
  if (loadedVersion === undefined && info !== undefined) setLoadedVersion(info.version)
  const lackToken = instances.filter(lacksToken).length
  const trouble = appTroubleOf({
    connected: pipe === 'open',
    outdated: info !== undefined && loadedVersion !== undefined && info.version !== loadedVersion,
    storage: storage?.kind,
    vault: info?.vault.state,
    hasInstances: instances.length > 0,
    lackToken,
    isBackupOverdue: backup?.isOverdue === true,
  })
  if (trouble === null) return null
  const { actions, ...appearance } = appTroubleAppearance[trouble]
  const recovered = storage?.kind === 'recovered' ? storage : { messages: 0, lost: [] }
  const banner = (
    <Banner
      flush
      {...appearance}
      title={t(`instances.app.${trouble}`, { count: lackToken })}
      text={t(`instances.app.${trouble}Text`, {
        count: recovered.messages,
        lost: recovered.lost.reduce((sum, part) => sum + (part.count ?? 0), 0),
      })}
      actions={actions.length > 0 && actions.map((action) => <AppButton key={action} action={action} />)}
    />
  )
  // Most of the time it is over before anybody has read that it began.
  return trouble === 'pipe' || trouble === 'waiting' ? <AfterDelay ms={1000}>{banner}</AfterDelay> : banner
}

const buttonText: Readonly<Record<AppAction, MessageId>> = {
  reload: 'ui.reload',
  showStorage: 'instances.action.showStorage',
  showDetails: 'instances.app.showDetails',
  dismiss: 'ui.dismiss',
  unlock: 'instances.action.unlock',
  enterTokens: 'instances.app.enterTokens',
  chooseVault: 'ui.choose',
}

function AppButton({ action }: { readonly action: AppAction }) {
  const t = useTranslations()
  const [dismiss] = useContractCommand('storage.dismissRecovery')
  const run: Readonly<Record<AppAction, () => void>> = {
    reload: () => location.reload(),
    showStorage: () => goTo({ view: 'settings', scope: null, section: 'storage' }),
    showDetails: () => requestDialog({ kind: 'recovery' }),
    dismiss: () => void dismiss({}),
    unlock: () => requestDialog({ kind: 'unlockVault' }),
    enterTokens: () => requestDialog({ kind: 'tokens' }),
    chooseVault: () => requestDialog({ kind: 'weakVault' }),
  }
  return (
    <Button
      size="compact"
      kind={action === 'unlock' || action === 'enterTokens' ? 'primary' : 'plain'}
      onClick={run[action]}
    >
      {t(buttonText[action])}
    </Button>
  )
}
