import { useTranslations } from '../lib/translations.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/marks/empty-state.tsx'

/** In place of a view that failed: the window goes on. */
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
