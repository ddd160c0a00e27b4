import type { CustomPreview } from '../../../../contract/link-preview.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PreviewCard } from './preview-card.tsx'

export interface PreviewStripProps {
  readonly text: string
  readonly preview: CustomPreview
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The preview of one's own that goes with the text, above it. */
export function PreviewStrip({ text, preview, onEdit, onRemove }: PreviewStripProps) {
  const t = useTranslations()
  return (
    <div className="cquote" role="group" aria-label={t('composer.ownPreview')}>
      <PreviewCard text={text} preview={preview} />
      <IconButton icon="edit" iconSize={16} size="compact" label={t('composer.ownPreview.edit')} onClick={onEdit} />
      <IconButton
        icon="close"
        iconSize={16}
        size="compact"
        label={t('composer.ownPreview.remove')}
        onClick={onRemove}
      />
    </div>
  )
}
