import type { QuickReplyImport } from '../../../contract/index.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const shownLines = 200

export type ImportReport =
  | QuickReplyImport
  | { readonly kind: 'unreadable'; readonly why: 'encoding' | 'tooLarge' | 'kind'; readonly found: readonly string[] }

/** The lines of a file that were not taken, or why none was. Loaded lazily. */
export function ImportReportDialog({
  fileName,
  report,
  onClose,
}: {
  readonly fileName: string
  readonly report: ImportReport
  readonly onClose: () => void
}) {
  const t = useTranslations()
  const close = (
    <Button kind="primary" onClick={onClose}>
      {t('ui.close')}
    </Button>
  )
  if (report.kind === 'unreadable') {
    return (
      <Dialog title={t('quickReplies.notImported', { name: fileName })} onClose={onClose} actions={close}>
        <p role="alert">{t(`quickReplies.unreadable.${report.why}`, { found: report.found.join(', ') })}</p>
      </Dialog>
    )
  }
  const { added, same, skipped } = report
  return (
    <Dialog
      title={t('quickReplies.importedPartly', { name: fileName })}
      text={t('quickReplies.imported', { added, same, skipped: skipped.length })}
      onClose={onClose}
      actions={close}
    >
      <ul className="reply-skipped">
        {skipped.slice(0, shownLines).map(({ line, name, why, value }) => (
          <li key={line}>
            {t('quickReplies.skippedLine', { line, name: name === '' ? t('quickReplies.nameless') : name })}{' '}
            {t(`quickReplies.skipped.${why}`, { value })}
          </li>
        ))}
        {skipped.length > shownLines && <li>{t('ui.andMore', { count: skipped.length - shownLines })}</li>}
      </ul>
    </Dialog>
  )
}
