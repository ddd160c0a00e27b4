import './many.css'
import { useState } from 'react'
import type { PartnerImport, PartnerRow } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { requestDialog, useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const isDone = ({ result }: PartnerRow): boolean => result === 'added' || result === 'here'

/** Adds the instances of a partner's account. The partner token leaves the field with the request. Loaded lazily. */
export function ImportPartnerDialog() {
  const t = useTranslations()
  const close = useCloseDialog()
  const [apiUrl, setApiUrl] = useState('https://api.green-api.com')
  const [token, setToken] = useState('')
  const [result, setResult] = useState<PartnerImport | null>(null)
  const [bringIn, { pending, error }] = useContractCommand('instances.importPartner', { errors: 'return' })
  const submit = async (): Promise<void> => {
    if (pending) return
    const asked = await bringIn({ apiUrl, partnerToken: token, storeTokens: true })
    if (!asked.ok) {
      if (asked.error.code === 'vaultConsentNeeded') requestDialog({ kind: 'weakVault' })
      return
    }
    setToken('')
    setResult(asked.value)
  }
  return (
    <Dialog
      title={t('instances.partner.title')}
      text={t('instances.partner.text')}
      onClose={close}
      onSubmit={() => void (result === null ? submit() : close())}
      actions={
        result === null ? (
          <>
            <Button onClick={close}>{t('ui.cancel')}</Button>
            <Button kind="primary" type="submit" busy={pending} blocked={token.trim() === '' || apiUrl.trim() === ''}>
              {t('instances.partner.do')}
            </Button>
          </>
        ) : (
          <Button kind="primary" type="submit">
            {t('ui.close')}
          </Button>
        )
      }
    >
      {result === null ? (
        <div className="form">
          {error && error.code !== 'vaultConsentNeeded' && (
            <Banner
              tone="bad"
              icon="alert"
              title={error.code === 'wrongToken' ? t('instances.partner.wrongToken') : errorText(t, error.data)}
              urgent
            />
          )}
          <TextField
            label={t('instances.partner.address')}
            mono
            value={apiUrl}
            maxLength={2048}
            onChange={(event) => setApiUrl(event.target.value)}
          />
          <TextField
            label={t('instances.partner.token')}
            help={t('instances.partner.tokenHelp')}
            mono
            secret
            autoFocus
            value={token}
            maxLength={512}
            onChange={(event) => setToken(event.target.value)}
          />
        </div>
      ) : (
        <>
          <p role="status">
            {t('instances.partner.done', {
              added: result.rows.filter((row) => row.result === 'added').length,
              all: result.rows.length,
            })}
            {result.leftOut > 0 && ` ${t('instances.partner.leftOut', { count: result.leftOut })}`}
          </p>
          <ul className="partner-rows scroll" aria-label={t('instances.partner.title')}>
            {result.rows.map((row) => (
              <li key={row.idInstance}>
                <bdi className="ell grow">{row.name}</bdi>
                <span className="num muted">{row.idInstance}</span>
                <span className={isDone(row) ? 'muted' : 'is-warn'}>{t(`instances.partner.${row.result}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
