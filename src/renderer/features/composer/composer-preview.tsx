import { useDeferredValue, useMemo } from 'react'
import { markText, type MarkSigns } from '../../lib/text/text-marks.ts'
import { useTranslations } from '../../lib/translations.ts'
import { MarkedText } from '../../ui/text/rich-text.tsx'

/** A longer text is looked over in the log. */
const longestShown = 2_000

/**
 * How the text will look once it is sent, where its signs change anything; the signs stay, so that nothing is hidden.
 */
export function ComposerPreview({ text, signs }: { readonly text: string; readonly signs: MarkSigns }) {
  const t = useTranslations()
  const shown = useDeferredValue(text.slice(0, longestShown))
  const pieces = useMemo(() => markText(shown, signs), [shown, signs])
  if (!pieces.some(({ kind }) => kind === 'marked')) return null
  return (
    <div className="cpreview" role="group" aria-label={t('composer.preview')} dir="auto">
      <MarkedText pieces={pieces} withSigns />
      {text.length > longestShown && '…'}
    </div>
  )
}
