import { useEffect, useId, useRef, type ClipboardEvent } from 'react'
import { cx } from '../../../lib/text/class-names.ts'
import { decodeText } from '../../../lib/text/decode-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FileButton } from '../../../ui/controls/file-button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

const largestFile = 5_000_000

export interface PasteFieldProps {
  /** Lines are there already: it takes less room. */
  readonly small: boolean
  readonly disabled: boolean
  /** The problem of the last input. */
  readonly error: string | undefined
  /** The form of a line, in words. */
  readonly help: string
  readonly onText: (text: string) => void
  readonly onBadFile: (why: 'encoding' | 'tooLarge') => void
}

/**
 * A field for a list that is pasted, typed or chosen as a file. Pasted text never appears in the field, because it
 * contains tokens.
 */
export function PasteField({ small, disabled, error, help, onText, onBadFile }: PasteFieldProps) {
  const t = useTranslations()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const typed = field.current
    return () => {
      if (typed) typed.value = ''
    }
  }, [])
  const take = (text: string): void => {
    if (field.current) field.current.value = ''
    if (text.trim() !== '') onText(text)
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const text = event.clipboardData.getData('text/plain')
    // Beside what was typed, or a part of a line: the person goes on writing.
    if (event.currentTarget.value !== '' || text.trim() === '') return
    event.preventDefault()
    take(text)
  }
  const takeFile = async (chosen: File): Promise<void> => {
    if (chosen.size > largestFile) return onBadFile('tooLarge')
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    if (text === null) return onBadFile('encoding')
    take(text)
  }
  return (
    <div className="many-paste">
      <label className="lbl" htmlFor={id}>
        {t(small ? 'instances.many.pasteMore' : 'instances.many.paste')}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input mono"
        rows={small ? 1 : 4}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-help`}
        aria-invalid={error === undefined ? undefined : true}
        onPaste={onPaste}
      />
      <div className="many-paste-foot">
        <div className={cx('help', error !== undefined && 'is-bad')} id={`${id}-help`} role="status">
          {error !== undefined && <Icon name="alert" size={14} />}
          <span>{error ?? help}</span>
        </div>
        <FileButton
          kind="text"
          accept=".csv,.tsv,.txt"
          disabled={disabled}
          onFile={(chosen) => void takeFile(chosen).catch(() => onBadFile('encoding'))}
        >
          {t('ui.chooseFile')}
        </FileButton>
        <Button size="compact" disabled={disabled} onClick={() => take(field.current?.value ?? '')}>
          {t('instances.many.read')}
        </Button>
      </div>
    </div>
  )
}
