import { useState, type ReactNode } from 'react'
import { later } from '../../../ui/later.tsx'
import type { LinkPreviewChoice, CustomPreview } from '../../../../contract/link-preview.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { Draft } from '../draft/draft-store.ts'
import { PreviewCard } from './preview-card.tsx'

interface PreviewStripProps {
  readonly text: string
  readonly preview: CustomPreview
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The preview of one's own that goes with the text, above it. */
function PreviewStrip({ text, preview, onEdit, onRemove }: PreviewStripProps) {
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

const PreviewDialog = later(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

export interface PreviewOfDraft {
  readonly choose: (choice: LinkPreviewChoice) => void
  /** Opens the dialog that makes a preview of one's own. */
  readonly make: () => void
  /** The one that was made, to stand above the text. */
  readonly strip: ReactNode
  readonly dialog: ReactNode
}

/** The choice for the link of a draft. */
export function usePreview({ text, linkPreview }: Draft, choose: (choice: LinkPreviewChoice) => void): PreviewOfDraft {
  const [isOpen, setOpen] = useState(false)
  const own = typeof linkPreview === 'object' ? linkPreview : null
  return {
    choose,
    make: () => setOpen(true),
    strip: own && <PreviewStrip text={text} preview={own} onEdit={() => setOpen(true)} onRemove={() => choose(true)} />,
    dialog: isOpen && (
      <PreviewDialog
        text={text}
        preview={own}
        onUse={(made) => {
          choose(made)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
