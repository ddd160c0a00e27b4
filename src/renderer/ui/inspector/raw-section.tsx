import '../text/code.css'
import { useState, type ReactNode } from 'react'
import { later } from '../later.tsx'
import { copyText } from '../copy-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from '../controls/icon-button.tsx'

const JsonView = later(async () => (await import('../text/json-view.tsx')).JsonView)

export interface RawSectionProps {
  readonly title: ReactNode
  /** Accessible name of the copy button. */
  readonly copyLabel: string
  readonly text: string
  readonly footer?: ReactNode
}

/** A raw record, foldable, with wrap and copy. */
export function RawSection({ title, copyLabel, text, footer }: RawSectionProps) {
  const t = useTranslations()
  const [wrap, setWrap] = useState(true)
  return (
    <div className="sect">
      <div className="code-head">
        <h3>{title}</h3>
        <IconButton
          size="compact"
          icon="text"
          label={t('inspector.wrapLines')}
          pressed={wrap}
          onClick={() => setWrap(!wrap)}
        />
        <CopyButton label={copyLabel} text={text} />
      </div>
      <JsonView key={text.length} text={text} wrap={wrap} />
      {footer}
    </div>
  )
}

/** Copies and says so. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  return <IconButton size="compact" icon="copy" label={label} onClick={() => void copyText(text)} />
}
