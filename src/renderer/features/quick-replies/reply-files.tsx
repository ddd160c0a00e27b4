import { useRef } from 'react'
import type { ContractErrorData } from '../../../contract/errors.ts'
import type { ReplyFile } from '../../../contract/index.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

/** `file`: chosen in the dialog and not stored yet; else null. */
export interface DialogFile extends Omit<ReplyFile, 'kind'> {
  readonly file: File | null
}

export interface ReplyFilesProps {
  readonly files: readonly DialogFile[]
  /** The text is shared with a team. */
  readonly isShared: boolean
  readonly trouble: ContractErrorData | null
  /** They are being saved: what came or went now would not be. */
  readonly busy: boolean
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (file: DialogFile) => void
}

/** The files that go with a quick reply. */
export function ReplyFiles({ files, isShared, trouble, busy, onAdd, onRemove }: ReplyFilesProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-label={t('quickReplies.files')}>
      {files.length > 0 && (
        <ul className="reply-files">
          {files.map((file) => {
            const name = shownFileName(file.name).slice(0, 300)
            return (
              <li key={file.id}>
                <Icon name="file" />
                <bdi className="ell grow">{name}</bdi>
                <span className={file.isWhole ? 'muted num' : 'is-bad'}>
                  {file.isWhole ? numbers.bytes(file.bytes) : t('quickReplies.fileNotWhole')}
                </span>
                <IconButton
                  icon="close"
                  size="compact"
                  label={t('tray.remove', { name: name.slice(0, 100) })}
                  disabled={busy}
                  onClick={() => onRemove(file)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) onAdd(chosen)
        }}
      />
      <Button size="compact" icon="attach" blocked={busy} onClick={() => input.current?.click()}>
        {t('quickReplies.addFiles')}
      </Button>
      {trouble !== null && (
        <div className="help is-bad" role="alert">
          <Icon name="alert" size={14} />
          <span>{errorText(t, trouble)}</span>
        </div>
      )}
      {isShared && files.length > 0 && <p className="help">{t('quickReplies.filesHere')}</p>}
    </div>
  )
}
