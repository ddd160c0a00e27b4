import { useRef } from 'react'
import type { Template } from '../../../../contract/index.ts'
import type { FileRules } from '../../../../contract/values.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Tile } from '../tray/attachment-tray.tsx'
import type { TrayItem } from '../tray/tray-store.ts'
import type { TrayActions } from '../tray/use-tray.ts'

type MediaKind = Exclude<Template['media'], 'other' | null>

interface TemplateFileProps {
  readonly kind: MediaKind
  /** The file that was chosen on this computer; undefined: none. */
  readonly item: TrayItem | undefined
  readonly actions: TrayActions
  readonly rules: FileRules
  readonly link: string
  readonly error: string | undefined
  readonly onLink: (link: string) => void
  readonly onChoose: (file: File) => void
}

/** What the file pickers of the system offer first. */
const accepted: Readonly<Record<MediaKind, string | undefined>> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: undefined,
}

/** The file above the words of a template: one of this computer, or an address from which the messenger fetches it. */
export function TemplateFile(props: TemplateFileProps) {
  const { kind, item, actions, rules, link, error, onLink, onChoose } = props
  const t = useTranslations()
  const input = useRef<HTMLInputElement>(null)
  if (item !== undefined) {
    return (
      <div>
        <span className="lbl">{t('composer.templateMediaAbove', { kind })}</span>
        <ul className="template-file">
          <Tile item={item} at={1} of={1} captioned={false} asFiles={false} rules={rules} actions={actions} />
        </ul>
        {error !== undefined && (
          <p className="help is-bad" role="alert">
            {error}
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="template-link">
      <TextField
        label={t('composer.templateMedia', { kind })}
        value={link}
        maxLength={2000}
        type="url"
        inputMode="url"
        placeholder="https://"
        help={t('composer.templateMediaHelp')}
        error={error}
        onChange={(event) => onLink(event.target.value)}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[kind]}
        data-template-file
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) onChoose(file)
        }}
      />
      <Button size="compact" icon="attach" onClick={() => input.current?.click()}>
        {t('ui.chooseFile')}
      </Button>
    </div>
  )
}
