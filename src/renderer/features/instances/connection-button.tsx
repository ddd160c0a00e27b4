import type { SteadyInstance } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { goTo } from '../../lib/routing/route.ts'
import { showSetting } from '../../lib/wanted-setting.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { connectionAppearance, type ConnectionAction } from './connection-appearance.ts'

/** The state as its banner calls it: a token that is locked is not missing, nor one that the system has not given. */
export const bannerKindOf = ({ connection: { kind }, token }: SteadyInstance) => {
  if (kind !== 'tokenMissing') return kind
  return token === 'locked' ? 'vaultLocked' : token === 'waiting' ? 'vaultWaiting' : kind
}

/** The actions of its banner, the most useful first. */
export const actionsOf = (instance: SteadyInstance): readonly ConnectionAction[] =>
  bannerKindOf(instance) === 'vaultLocked'
    ? ['unlock', 'enterToken']
    : (connectionAppearance[instance.connection.kind].banner?.actions ?? [])

/** The one thing that ends the state by itself. */
export const isCure = (action: ConnectionAction): boolean =>
  action === 'enterToken' ||
  action === 'unlock' ||
  action === 'authorize' ||
  action === 'resume' ||
  action === 'enableNotifications'

export interface ConnectionButtonProps {
  readonly action: ConnectionAction
  readonly instance: SteadyInstance
  readonly primary?: boolean
  /** Names the instance for screen readers, for lists with buttons of several instances. */
  readonly named?: boolean
  readonly onPress?: () => void
}

/** Does one thing about the state of an instance. */
export function ConnectionButton({ action, instance, primary = false, named = false, onPress }: ConnectionButtonProps) {
  const t = useTranslations()
  const { key } = instance
  const [retry, retrying] = useContractCommand('instances.retryNow')
  const [resume, resuming] = useContractCommand('instances.resume')
  const [edit, editing] = useContractCommand('instances.edit')
  const run: Readonly<Record<ConnectionAction, () => void>> = {
    retry: () => void retry({ instance: key }),
    resume: () => void resume({ instance: key }),
    sendOnly: () => void edit({ instance: key, mode: 'sendOnly' }),
    enterToken: () => requestDialog({ kind: 'enterToken', instance: key }),
    edit: () => requestDialog({ kind: 'editInstance', instance: key }),
    enableNotifications: () => requestDialog({ kind: 'enableNotifications', instance: key }),
    selfCheck: () => requestDialog({ kind: 'selfCheck', instance: key }),
    unlock: () => requestDialog({ kind: 'unlockVault' }),
    showWaiting: () => goTo({ view: 'outgoing', scope: key, query: 'status=accepted,pending&minutes=all' }),
    showRequests: () => goTo({ view: 'requests', scope: key }),
    showEvents: () => goTo({ view: 'events', scope: key }),
    authorize: () => goTo({ view: 'instance', scope: key }),
    openInstance: () => goTo({ view: 'instance', scope: key }),
    showWebhook: () => showSetting(key, 'webhookUrl'),
  }
  const wording = t(`instances.action.${action}` as MessageId)
  return (
    <Button
      size="compact"
      kind={primary ? 'primary' : 'plain'}
      busy={retrying.pending || resuming.pending || editing.pending}
      aria-label={named ? t('instances.actionFor', { action: wording, name: instance.name }) : undefined}
      onClick={() => {
        onPress?.()
        run[action]()
      }}
    >
      {wording}
    </Button>
  )
}
