import '../instances.css'
import { useSyncExternalStore } from 'react'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { goTo } from '../../../lib/routing/route.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import { lacksToken } from '../connection-appearance.ts'
import type { AppAction } from './app-trouble.ts'
import { appTroubleAppearance, appTroubleOf } from './app-trouble.ts'

/** States of the whole program: the pipe, the archive, the vault. One at a time, the gravest first. */
export function AppBanner({ instances }: { readonly instances: readonly InstanceSummary[] }) {
  const t = useTranslations()
  const client = useClient()
  const pipe = useSyncExternalStore(client.onState, client.state)
  const { data: storage } = useContractQuery('storage.state', {})
  const { data: info } = useContractQuery('app.info', {})
  const lackToken = instances.filter(lacksToken).length
  const trouble = appTroubleOf({
    connected: pipe === 'open',
    storage: storage?.kind,
    vault: info?.vault.state,
    hasInstances: instances.length > 0,
    lackToken,
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
  showStorage: 'instances.action.showStorage',
  showDetails: 'instances.app.showDetails',
  dismiss: 'ui.dismiss',
  unlock: 'instances.action.unlock',
  enterTokens: 'instances.app.enterTokens',
  chooseVault: 'instances.app.weakHow',
}

function AppButton({ action }: { readonly action: AppAction }) {
  const t = useTranslations()
  const [dismiss] = useContractCommand('storage.dismissRecovery')
  const run: Readonly<Record<AppAction, () => void>> = {
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
