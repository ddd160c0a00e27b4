import '../instances.css'
import type { VaultStatus } from '../../../../contract/app.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

/** Shown while there are no instances: two choices, nothing else to read. */
export function FirstRun() {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const [startDemo, { pending, error }] = useContractCommand('host.startDemo')
  return (
    <div className="welcome scroll">
      <div className="welcome-in">
        <svg className="glyph" viewBox="0 0 56 56" aria-hidden="true">
          <rect width="56" height="56" rx="14" />
          <g>
            <path d="M14 21h9a5 5 0 0 1 5 5v4a5 5 0 0 0 5 5h9" />
            <path d="M14 35h8M34 21h8" opacity=".45" />
          </g>
          <circle cx="14" cy="21" r="4" />
          <circle cx="42" cy="35" r="4" />
        </svg>
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
            <Button busy={pending} onClick={() => void startDemo({ mark: t('instances.demo.mark') })}>
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
