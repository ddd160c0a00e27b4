import { useRef } from 'react'
import { copyText } from '../copy-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import type { LinkOutcome } from '../text/link.tsx'
import { showToast } from './toast-store.ts'

export interface LinkDialogProps {
  readonly url: string
  readonly open: (url: string) => Promise<LinkOutcome>
  readonly onClose: () => void
}

/** Shows an address whole before it is opened outside. */
export function LinkDialog({ url, open, onClose }: LinkDialogProps) {
  const t = useTranslations()
  const go = useRef<HTMLButtonElement>(null)
  const parsed = URL.parse(url)
  const allowed = parsed !== null && /^(https?|mailto):$/.test(parsed.protocol)
  return (
    <Dialog
      title={t('ui.linkTitle')}
      text={t(allowed ? 'ui.linkText' : 'ui.linkRefused')}
      onClose={onClose}
      initialFocus={go}
      footStart={
        <Button kind="text" icon="copy" onClick={() => void copyText(url)}>
          {t('ui.linkCopy')}
        </Button>
      }
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            ref={go}
            kind="primary"
            blocked={!allowed}
            onClick={() => {
              onClose()
              void open(url).then((outcome) => {
                if (outcome === 'opened') return
                showToast(outcome === 'refused' ? 'ui.linkRefused' : 'ui.linkFailed', { tone: 'warn' })
              })
            }}
          >
            {t('ui.open')}
          </Button>
        </>
      }
    >
      <p className="mono link-address">
        {parsed && allowed ? (
          <>
            {parsed.protocol}
            {parsed.protocol !== 'mailto:' && '//'}
            <b>{parsed.host}</b>
            {parsed.pathname + parsed.search + parsed.hash}
          </>
        ) : (
          url
        )}
      </p>
    </Dialog>
  )
}
