import './instances.css'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { requestDialog } from '../../lib/dialog-requests.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo, useRoute } from '../../lib/route.ts'
import { useTimes } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import type { MessageId } from '../../lib/words.ts'
import { useWords } from '../../lib/words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { ConnectionAction } from './connection-looks.ts'
import { connectionLooks } from './connection-looks.ts'

/** What an instance's state means, what still works and what to do; nothing while all is well. */
export function ConnectionBanner({ instance }: { readonly instance: InstanceSummary }) {
  const t = useWords()
  const { connection, name, waitingForAuthorization: waiting } = instance
  const kind = connection.kind === 'tokenMissing' && instance.token === 'locked' ? 'vaultLocked' : connection.kind
  const { banner } = connectionLooks[connection.kind]
  const { view, scope } = useRoute()
  if (!banner) return null
  const actions: readonly ConnectionAction[] = kind === 'vaultLocked' ? ['unlock', 'enterToken'] : banner.actions
  const isOpen = view === 'instance' && scope === instance.key
  const shown = actions.filter(
    (action) =>
      (action !== 'showWaiting' || waiting > 0) && !(isOpen && (action === 'authorize' || action === 'openInstance')),
  )
  return (
    <Banner
      flush
      tone={banner.tone}
      icon={kind === 'vaultLocked' ? 'lock' : banner.icon}
      urgent={banner.urgent}
      title={t(`instances.banner.${kind}.title` as MessageId, { name })}
      text={<BannerText instance={instance} kind={kind} />}
      said={connection.text}
      actions={shown.map((action, index) => (
        <BannerButton key={action} action={action} instance={instance} primary={index === 0 && isCure(action)} />
      ))}
    />
  )
}

/** The one thing that ends the state by itself. */
const isCure = (action: ConnectionAction): boolean =>
  action === 'enterToken' ||
  action === 'unlock' ||
  action === 'authorize' ||
  action === 'resume' ||
  action === 'enableNotifications'

function BannerText({ instance, kind }: { readonly instance: InstanceSummary; readonly kind: string }) {
  const t = useWords()
  const times = useTimes()
  const numbers = useNumbers()
  const { connection, waitingForAuthorization } = instance
  const counts = connection.retryAt !== undefined || kind === 'paused'
  const now = useNow(counts ? 1000 : 60_000)
  const text = t(`instances.banner.${kind}.text` as MessageId, {
    name: instance.name,
    waiting: waitingForAuthorization,
    since: times.sentence(connection.since, now),
    until: connection.until === undefined ? '' : times.dateTime(connection.until),
    receiving: connection.receiving ? 'yes' : 'no',
    hasUntil: connection.until === undefined ? 'no' : 'yes',
    lost: instance.pausedAt !== null && now - instance.pausedAt > 24 * 3_600_000 ? 'yes' : 'no',
  })
  const retryMs = (connection.retryAt ?? 0) - now
  return (
    <>
      {text}
      {retryMs > 0 && (
        <span className="num">
          {' '}
          {t('instances.retryIn', { time: numbers.duration(Math.ceil(retryMs / 1000) * 1000) })}
        </span>
      )}
    </>
  )
}

interface BannerButtonProps {
  readonly action: ConnectionAction
  readonly instance: InstanceSummary
  readonly primary: boolean
}

function BannerButton({ action, instance, primary }: BannerButtonProps) {
  const t = useWords()
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
  }
  return (
    <Button
      size="compact"
      kind={primary ? 'primary' : 'plain'}
      busy={retrying.pending || resuming.pending || editing.pending}
      onClick={run[action]}
    >
      {t(`instances.action.${action}` as MessageId)}
    </Button>
  )
}
