import type { MessageWindow } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/marks/skeleton.tsx'

export interface HistoryTopProps {
  readonly window: MessageWindow
  readonly loading: boolean
  readonly onLoadOlder: () => void
}

/** The completeness above the first message. */
export function HistoryTop({ window, loading, onLoadOlder }: HistoryTopProps) {
  const t = useTranslations()
  if (window.hasOlder) return null
  if (loading || window.completeness.loading) {
    return (
      <>
        <Spinner size={14} />
        {t('conversation.loadingOlder')}
      </>
    )
  }
  if (window.olderAtService) {
    return (
      <Button kind="text" onClick={onLoadOlder}>
        {t('conversation.loadOlder')}
      </Button>
    )
  }
  return (
    <span>{t(window.completeness.retainedFrom === null ? 'conversation.noOlder' : 'conversation.olderRemoved')}</span>
  )
}
