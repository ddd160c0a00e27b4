import '../instances.css'
import './first-run.css'
import type { VaultStatus } from '../../../../contract/app.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { FirstRunPicture } from './first-run-picture.tsx'

const demoReplies = ['thanks', 'hours', 'onItsWay'] as const

/** Shown while there are no instances: two choices, nothing else to read. */
export function FirstRun() {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const [startDemo, { pending, error }] = useContractCommand('host.startDemo')
  const start = (): void => {
    const replies = demoReplies.map((id) => ({
      name: t(`instances.demo.${id}`),
      text: t(`instances.demo.${id}Text`, { name: '{name}' }),
    }))
    void startDemo({ mark: t('instances.demo.mark'), replies })
  }
  return (
    <div className="welcome scroll">
      <div className="welcome-in">
        <FirstRunPicture />
        <h2>{t('instances.first.title')}</h2>
        <p className="lead">{t('instances.first.text')}</p>
        <div className="choices">
          <div className="choice">
            <Icon name="plus" size={20} />
            <h3>{t('instances.first.add')}</h3>
            <p>{t('instances.first.addText')}</p>
            <Button kind="primary" onClick={() => requestDialog({ kind: 'addInstance' })}>
              {t('instances.first.add')}
            </Button>
          </div>
          <div className="choice">
            <Icon name="play" size={20} />
            <h3>{t('instances.first.demo')}</h3>
            <p>{t('instances.first.demoText')}</p>
            <Button busy={pending} onClick={start}>
              {t('instances.first.demo')}
            </Button>
            {error && <p role="alert">{t(`error.${error.code}`)}</p>}
          </div>
        </div>
        <div className="more-ways">
          <Button kind="text" onClick={() => requestDialog({ kind: 'addInstances' })}>
            {t('instances.many.title')}
          </Button>
          <Button kind="text" onClick={() => requestDialog({ kind: 'importProfile' })}>
            {t('profile.title')}
          </Button>
        </div>
        <ul className="facts">
          <li>
            <Icon name="disk" size={14} />
            {t('instances.first.history')}
          </li>
          <li>
            <Icon name="key" size={14} />
            {t(tokenFact(info?.vault))}
          </li>
          <li>
            <Icon name="lock" size={14} />
            {t('instances.first.telemetry')}
          </li>
        </ul>
      </div>
    </div>
  )
}

/** How tokens are stored here, by the vault's actual state. */
function tokenFact(vault: VaultStatus | undefined): MessageId {
  if (!vault?.persistent || vault.backend === 'memory') return 'instances.first.tokensMemory'
  if (vault.backend === 'passphraseFile') return 'instances.first.tokensFile'
  return vault.backend === 'basicText' || vault.backend === 'unknown'
    ? 'instances.first.tokensWeak'
    : 'instances.first.tokensKeyring'
}
