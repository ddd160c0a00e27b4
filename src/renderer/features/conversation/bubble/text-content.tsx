import { useMemo, useState, type ReactNode } from 'react'
import { countOnlyEmoji } from '../../../lib/text/count-emoji.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { markSigns } from '../../../lib/text/text-marks.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useConversationState, useMessageStop } from '../conversation-context.ts'
import { foldText } from './fold-text.ts'

export interface TextContentProps {
  readonly text: string
  /** Captions never grow into emoji. */
  readonly caption?: boolean
  readonly meta: ReactNode
}

/**
 * The text of a message, with links, large emoji and a fold for long texts. The time is at the end of the last line.
 */
export function TextContent({ text, caption = false, meta }: TextContentProps) {
  const t = useTranslations()
  const stop = useMessageStop()
  const family = useConversationState().service?.family
  const signs = useMemo(() => family && markSigns(family), [family])
  const [whole, setWhole] = useState(false)
  const folded = foldText(text)
  const shown = whole ? text : folded.text
  const emoji = caption ? null : countOnlyEmoji(shown)
  const isBig = emoji !== null && emoji <= 5
  return (
    <>
      <p
        className={cx('text-body', isBig && 'is-emoji')}
        data-emoji={isBig ? emoji : undefined}
        data-folded={(folded.folded && !whole) || undefined}
        dir="auto"
      >
        <RichText text={shown} signs={signs} stop={stop} />
        {folded.folded && !whole && '…'}
        {!folded.folded && meta}
      </p>
      {folded.folded && (
        <div className="meta-row">
          <Button kind="text" tabIndex={stop} aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('conversation.showLess') : t('conversation.showAll', { count: text.length })}
          </Button>
          {meta}
        </div>
      )}
    </>
  )
}
