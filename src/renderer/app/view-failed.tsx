import { useTranslations } from '../lib/translations.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/marks/empty-state.tsx'

/** Shown instead of a view that failed; the rest of the window works. */
export function ViewFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations()
  return (
    <EmptyState
      icon="warning"
      title={t('app.viewFailed')}
      text={t('app.viewFailedText')}
      actions={<Button onClick={onRetry}>{t('app.viewReload')}</Button>}
    />
  )
}

/** Shown in place of a window of which nothing is left. */
export function WindowFailed() {
  const t = useTranslations()
  return (
    <EmptyState
      icon="warning"
      title={t('app.windowFailed')}
      text={t('app.windowFailedText')}
      actions={<Button onClick={() => location.reload()}>{t('ui.reload')}</Button>}
    />
  )
}
