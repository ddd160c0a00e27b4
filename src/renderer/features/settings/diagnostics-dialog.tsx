import { useEffect, useState } from 'react'
import type { Output } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { copyText } from '../../ui/copy-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Spinner } from '../../ui/marks/skeleton.tsx'

/** The support bundle as text, to be read before it is saved. */
export function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [bundle, setBundle] = useState<Output<'diagnostics.bundle'> | null>(null)
  const [make, { error }] = useContractCommand('diagnostics.bundle', { errors: 'return' })
  const save = useSaveExport('lines')
  useEffect(() => {
    let current = true
    void make({}).then((result) => current && result.ok && setBundle(result.value))
    return () => {
      current = false
    }
  }, [make])
  return (
    <Dialog
      wide
      title={t('settings.diagnostics')}
      text={t('settings.diagnosticsRead')}
      onClose={onClose}
      actions={
        <>
          <Button blocked={!bundle} onClick={() => bundle && void copyText(bundle.text)}>
            {t('ui.copy')}
          </Button>
          <Button kind="primary" blocked={!bundle} onClick={() => bundle && void save(bundle.file)}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {error && <Banner tone="bad" icon="alert" urgent title={errorText(t, error.data)} />}
      {!bundle && !error && <Spinner label={t('settings.collecting')} />}
      {bundle && (
        <pre className="bundle" tabIndex={0} aria-label={t('settings.diagnostics')}>
          {bundle.text}
        </pre>
      )}
    </Dialog>
  )
}
