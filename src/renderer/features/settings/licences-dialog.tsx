import { useEffect, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Spinner } from '../../ui/marks/skeleton.tsx'

/** The licences of what Switchboard is built with. */
export function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [text, setText] = useState<string | null>(null)
  const [read, { error }] = useContractCommand('host.licences', { errors: 'return' })
  useEffect(() => {
    let current = true
    void read({}).then((result) => current && result.ok && setText(result.value.text))
    return () => {
      current = false
    }
  }, [read])
  return (
    <Dialog wide title={t('settings.licences')} onClose={onClose}>
      {error && <Banner tone="bad" icon="alert" urgent title={errorText(t, error.data)} />}
      {text === null && !error && <Spinner label={t('settings.collecting')} />}
      {text !== null && (
        <pre className="bundle" tabIndex={0} aria-label={t('settings.licences')}>
          {text}
        </pre>
      )}
    </Dialog>
  )
}
