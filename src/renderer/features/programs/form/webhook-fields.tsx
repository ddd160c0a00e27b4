import { useState } from 'react'
import type { WebhookSettings } from '../../../../contract/programs.ts'
import { useNumbers, withValue } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

export const startWebhook: WebhookSettings = { url: '', allowPrivate: false, inFlight: 1, timeoutMs: 30_000 }

export interface WebhookFieldsProps {
  readonly webhook: WebhookSettings
  readonly onChange: (webhook: WebhookSettings) => void
  /** Header Authorization; null: it stays as it is. */
  readonly authorization: string | null
  readonly onAuthorization: (authorization: string | null) => void
  /** Whether there may be one already, which nobody can read. */
  readonly mayHaveAuthorization: boolean
  /** Why the address was refused. */
  readonly error: string | undefined
}

const timeouts = [5000, 10_000, 30_000, 60_000, 180_000]
const inFlights = [1, 2, 4, 8]

/** Where the events go, and how. */
export function WebhookFields(props: WebhookFieldsProps) {
  const { webhook, onChange, authorization, onAuthorization, mayHaveAuthorization, error } = props
  const t = useTranslations()
  const numbers = useNumbers()
  const [hasMore, setMore] = useState(webhook.inFlight !== 1 || webhook.timeoutMs !== 30_000)
  return (
    <>
      <TextField
        label={t('programs.address')}
        type="url"
        mono
        placeholder="https://shop.example/switchboard"
        value={webhook.url}
        error={error}
        help={t('programs.addressHelp')}
        onChange={(event) => onChange({ ...webhook, url: event.target.value })}
      />
      <div>
        <Checkbox
          label={t('programs.allowPrivate')}
          checked={webhook.allowPrivate}
          onChange={(allowPrivate) => onChange({ ...webhook, allowPrivate })}
        />
        {webhook.allowPrivate && (
          <p className="p-warn" role="status">
            <Icon name="warning" size={14} />
            {t('programs.allowPrivateText')}
          </p>
        )}
      </div>
      {mayHaveAuthorization && (
        <Checkbox
          label={t('programs.changeAuthorization')}
          checked={authorization !== null}
          onChange={(isChanged) => onAuthorization(isChanged ? '' : null)}
        />
      )}
      {authorization !== null && (
        <TextField
          label={t('programs.authorization')}
          labelSuffix={t('programs.optional')}
          secret
          mono
          value={authorization}
          help={t('programs.authorizationHelp')}
          onChange={(event) => onAuthorization(event.target.value)}
        />
      )}
      {hasMore ? (
        <div className="two-fields">
          <Select
            label={t('programs.timeout')}
            labelShown
            field
            value={webhook.timeoutMs}
            options={withValue(timeouts, webhook.timeoutMs).map((value) => ({ value, label: numbers.duration(value) }))}
            onChange={(timeoutMs) => onChange({ ...webhook, timeoutMs })}
          />
          <Select
            label={t('programs.inFlight')}
            labelShown
            field
            value={webhook.inFlight}
            options={withValue(inFlights, webhook.inFlight).map((value) => ({ value, label: numbers.count(value) }))}
            onChange={(inFlight) => onChange({ ...webhook, inFlight })}
          />
        </div>
      ) : (
        <div>
          <Button kind="text" onClick={() => setMore(true)}>
            {t('programs.moreSettings')}
          </Button>
        </div>
      )}
    </>
  )
}
