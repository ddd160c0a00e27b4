import type { ReactNode } from 'react'
import { Suspense, lazy, useState } from 'react'
import type { LinkPreviewChoice } from '../../../../contract/link-preview.ts'
import type { Draft } from '../draft/draft-store.ts'
import { PreviewStrip } from './preview-strip.tsx'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

export interface PreviewOfDraft {
  readonly choose: (choice: LinkPreviewChoice) => void
  /** Opens the dialog that makes a preview of one's own. */
  readonly make: () => void
  /** The one that was made, to stand above the text. */
  readonly strip: ReactNode
  readonly dialog: ReactNode
}

/** What becomes of the link of a draft. */
export function usePreview({ text, linkPreview }: Draft, choose: (choice: LinkPreviewChoice) => void): PreviewOfDraft {
  const [isOpen, setOpen] = useState(false)
  const own = typeof linkPreview === 'object' ? linkPreview : null
  return {
    choose,
    make: () => setOpen(true),
    strip: own && <PreviewStrip text={text} preview={own} onEdit={() => setOpen(true)} onRemove={() => choose(true)} />,
    dialog: isOpen && (
      <Suspense>
        <PreviewDialog
          text={text}
          preview={own}
          onUse={(made) => {
            choose(made)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}
