import '../instances.css'
import './first-run.css'
import type { VaultStatus } from '../../../../contract/app.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

const instances = ['teal', 'ochre', 'violet'] as const
/** Widths of the two lines of each chat, px. */
const chats = [
  [64, 104],
  [88, 72],
  [52, 88],
  [76, 90],
] as const

/** The window as it will be, in miniature: instances, chats, a conversation, and what became of each answer. */
function FirstRunPicture() {
  return (
    <svg className="first-picture" viewBox="0 0 560 220" aria-hidden="true">
      <rect className="frame" x="0.5" y="0.5" width="559" height="219" rx="12" />
      {instances.map((colour, index) => (
        <g key={colour} data-colour={colour}>
          <rect className="tile" x="14" y={16 + index * 38} width="28" height="28" rx="8" />
          <circle className="live" cx="41" cy={43 + index * 38} r="4.5" />
        </g>
      ))}
      <path className="edge" d="M56.5 0.5v219M236.5 0.5v219" />
      {chats.map(([title, text], index) => (
        <g key={title} transform={`translate(68 ${14 + index * 50})`}>
          {index === 1 && <rect className="open" x="-6" y="-7" width="168" height="46" rx="8" />}
          <circle className="portrait" cx="16" cy="16" r="14" />
          <rect className="line is-title" x="40" y="6" width={title} height="7" rx="3.5" />
          <rect className="line" x="40" y="20" width={text} height="6" rx="3" />
          {index === 2 && <circle className="badge" cx="150" cy="22" r="6" />}
        </g>
      ))}
      <rect className="bubble" x="256" y="24" width="150" height="34" rx="12" />
      <rect className="line" x="270" y="38" width="112" height="6" rx="3" />
      <rect className="bubble is-own" x="366" y="70" width="172" height="34" rx="12" />
      <rect className="line" x="380" y="84" width="112" height="6" rx="3" />
      <path className="ticks" d="m504 87 3.5 3.5 7-7.5m-1.500 7.500 7.500-7.500" />
      <rect className="bubble" x="256" y="116" width="112" height="34" rx="12" />
      <rect className="line" x="270" y="130" width="78" height="6" rx="3" />
      <rect className="field" x="256.5" y="172.5" width="282" height="32" rx="8" />
      <rect className="send" x="496" y="178" width="36" height="21" rx="6" />
    </svg>
  )
}

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
          <Button kind="text" onClick={() => requestDialog({ kind: 'readBackup', purpose: 'restore' })}>
            {t('backup.restore')}
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
