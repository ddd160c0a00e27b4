import './instances.css'
import { useSyncExternalStore } from 'react'
import { useClient } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { requestDialog } from '../../lib/dialog-requests.ts'
import { goTo } from '../../lib/place.ts'
import { useWords } from '../../lib/words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { AfterDelay } from '../../ui/skeleton.tsx'

/** States of the whole program: the pipe, the archive, the vault. One at a time, the gravest first. */
export function AppBanner({ hasInstances }: { readonly hasInstances: boolean }) {
  const t = useWords()
  const client = useClient()
  const pipe = useSyncExternalStore(client.onState, client.state)
  const { data: storage } = useContractQuery('storage.state', {})
  const { data: info } = useContractQuery('app.info', {})
  const [dismiss] = useContractCommand('storage.dismissRecovery')
  if (pipe !== 'open') {
    return (
      <AfterDelay ms={1000}>
        <Banner
          flush
          tone="bad"
          icon="offline"
          urgent
          title={t('instances.app.pipe')}
          text={t('instances.app.pipeText')}
        />
      </AfterDelay>
    )
  }
  const openStorage = (
    <Button size="compact" onClick={() => goTo({ view: 'settings', scope: null, section: 'storage' })}>
      {t('instances.action.showStorage')}
    </Button>
  )
  switch (storage?.kind) {
    case 'full':
      return (
        <Banner
          flush
          tone="bad"
          icon="database"
          urgent
          title={t('instances.app.full')}
          text={t('instances.app.fullText')}
          actions={openStorage}
        />
      )
    case 'readOnly':
      return (
        <Banner
          flush
          tone="bad"
          icon="database"
          urgent
          title={t('instances.app.readOnly')}
          text={t('instances.app.readOnlyText')}
          actions={openStorage}
        />
      )
    case 'failing':
    case 'damaged':
      return (
        <Banner
          flush
          tone="bad"
          icon="database"
          urgent
          title={t(`instances.app.${storage.kind}`)}
          text={t(`instances.app.${storage.kind}Text`)}
          actions={openStorage}
        />
      )
    case 'checking':
      return (
        <Banner
          flush
          tone="info"
          icon="database"
          title={t('instances.app.checking')}
          text={t('instances.app.checkingText')}
        />
      )
    case 'recovered': {
      const lost = storage.lost.reduce((sum, part) => sum + (part.count ?? 0), 0)
      return (
        <Banner
          flush
          tone="ok"
          icon="database"
          title={t('instances.app.recovered')}
          text={t('instances.app.recoveredText', { count: storage.messages, lost })}
          actions={
            <>
              <Button size="compact" onClick={() => requestDialog({ kind: 'recovery' })}>
                {t('instances.app.showDetails')}
              </Button>
              <Button size="compact" onClick={() => void dismiss({})}>
                {t('ui.dismiss')}
              </Button>
            </>
          }
        />
      )
    }
    default:
      break
  }
  if (info?.vault.state === 'locked' && hasInstances) {
    return (
      <Banner
        flush
        tone="warn"
        icon="lock"
        title={t('instances.app.locked')}
        text={t('instances.app.lockedText')}
        actions={
          <Button size="compact" kind="primary" onClick={() => requestDialog({ kind: 'unlockVault' })}>
            {t('instances.action.unlock')}
          </Button>
        }
      />
    )
  }
  if (info?.vault.state === 'needsConsent' && hasInstances) {
    return (
      <Banner
        flush
        tone="warn"
        icon="lock"
        title={t('instances.app.weak')}
        text={t('instances.app.weakText')}
        actions={
          <Button size="compact" onClick={() => requestDialog({ kind: 'weakVault' })}>
            {t('instances.app.weakHow')}
          </Button>
        }
      />
    )
  }
  return null
}
