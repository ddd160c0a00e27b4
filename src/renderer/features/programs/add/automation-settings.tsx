import type { ProgramProtocol, WebhookSettings } from '../../../../contract/programs.ts'
import { useTranslations } from '../../../lib/translations.ts'

export interface AutomationSettingsProps {
  readonly protocol: ProgramProtocol
  readonly webhook: WebhookSettings
  readonly hasAuthorization: boolean
}

/** What to set in n8n; its own words stay English, as in its window. */
export function AutomationSettings({ protocol, webhook, hasAuthorization }: AutomationSettingsProps) {
  const t = useTranslations()
  const path = URL.parse(webhook.url)?.pathname.replace(/^\/(?:webhook(?:-test)?\/)?/, '') ?? ''
  const rows: readonly (readonly [name: string, value: string])[] =
    protocol === 'webhook'
      ? [
          [t('programs.n8n.node'), 'Webhook'],
          ['HTTP Method', 'POST'],
          ['Path', path],
          ['Authentication', hasAuthorization ? 'Header Auth (Authorization)' : 'None'],
          ['Respond', 'When Last Node Finishes'],
        ]
      : [
          [t('programs.n8n.node'), 'SSE Trigger'],
          ['URL', t('programs.n8n.addressAbove')],
        ]
  return (
    <>
      <div className="snip-head">
        <span className="lbl">{t('programs.n8n')}</span>
      </div>
      <dl className="kv kv-wide p-settings">
        {rows.map(([name, value]) => (
          <div key={name} className="kv-row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{t(protocol === 'webhook' ? 'programs.n8n.webhookText' : 'programs.n8n.streamText')}</p>
    </>
  )
}
