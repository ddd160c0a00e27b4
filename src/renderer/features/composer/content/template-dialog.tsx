import { useEffect, useRef, useState } from 'react'
import type { Template } from '../../../../contract/index.ts'
import { fileKindOf, fillTemplate, templateBlanks, type FileRules } from '../../../../contract/values.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useTray, type TrayActions } from '../tray/use-tray.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSendContent, type SendContentProps } from './use-send-content.ts'
import { Tile } from '../tray/attachment-tray.tsx'
import type { TrayItem } from '../tray/tray-store.ts'

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
function TemplateFile(props: TemplateFileProps) {
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

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/iu.test(text) && URL.canParse(text)

/** A template of a business account: chosen by name and language, its blanks filled in. Loaded lazily. */
export function TemplateDialog({ chat, instance, onSent, onClose }: SendContentProps) {
  const t = useTranslations()
  const [read, reading] = useContractCommand('templates.read', { errors: 'ignore' })
  const [templates, setTemplates] = useState<readonly Template[] | null>(null)
  const [chosenId, setChosenId] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [link, setLink] = useState('')
  const { tray, actions } = useTray(chat, instance.files)
  const [chosenFile, setChosenFile] = useState('')
  const [tried, setTried] = useState(false)
  const load = async (): Promise<void> => {
    const result = await read({ instance: instance.key })
    if (result.ok) setTemplates(result.value)
  }
  useEffect(() => {
    void load()
    // Read once, when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const chosen = templates?.find(({ id }) => id === chosenId) ?? templates?.[0]
  const titleOf = ({ name, id }: Template): string => name || id
  const sameName = templates?.filter((one) => chosen && titleOf(one) === titleOf(chosen)) ?? []
  // Header and body each count their own blanks.
  const ofHeader = chosen ? templateBlanks(chosen.header) : []
  const ofBody = chosen ? templateBlanks(chosen.text) : []
  const blanks = [
    ...ofHeader.map((name) => ({ name, key: `header ${name}`, id: 'composer.templateHeaderBlank' as const })),
    ...ofBody.map((name) => ({ name, key: `body ${name}`, id: 'composer.templateBlank' as const })),
  ]
  const params = blanks.map(({ key }) => (values[key] ?? '').trim())
  const media = chosen?.media ?? null
  const mediaLink = link.trim()
  const item = media === null || media === 'other' ? undefined : tray.items.find(({ id }) => id === chosenFile)
  const upload = item?.state.kind === 'ready' ? item.upload : null
  const { send, pending, error } = useSendContent({
    chat,
    onSent(message) {
      if (upload !== null) actions.sent([{ upload, caption: '' }])
      onSent(message)
    },
  })
  const sending = useRef(Promise.resolve())
  useEffect(
    // A navigation closes the dialog, too. Left in the tray, its file would go with the next answer.
    () => () => void sending.current.then(() => actions.remove(chosenFile)),
    // The actions belong to the chat, and change with its instance while the file stays.
    // oxlint-disable-next-line react/exhaustive-deps
    [chosenFile],
  )
  const fileProblem = (): MessageId | null => {
    if (item === undefined) return isWebAddress(mediaLink) ? null : 'composer.templateMediaMissing'
    if (media !== 'document' && fileKindOf(item.name) !== media) return 'composer.templateFileOther'
    return upload === null ? 'composer.templateFileComing' : null
  }
  const problem = media === null || media === 'other' ? null : fileProblem()
  const submit = (): void => {
    setTried(true)
    if (!chosen || params.includes('') || problem !== null || media === 'other') return
    const { id: templateId, name, text, header, footer, buttons } = chosen
    const file =
      media === null ? {} : { media: { kind: media, ...(upload === null ? { link: mediaLink } : { upload }) } }
    sending.current = send({
      kind: 'template',
      templateId,
      name,
      text,
      header,
      footer,
      buttons: [...buttons],
      params,
      ...file,
    })
  }
  return (
    <FormDialog
      form={{ pending, submit, problem: error?.data }}
      title={t('composer.templateTitle')}
      save={t('ui.send')}
      blocked={chosen === undefined || media === 'other'}
      onClose={onClose}
    >
      {reading.pending && <p className="help">{t('composer.templateReading')}</p>}
      {reading.error && (
        <p className="help is-bad" role="alert">
          {errorText(t, reading.error.data)}{' '}
          <Button kind="text" onClick={() => void load()}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      )}
      {templates?.length === 0 && <p className="help">{t('composer.templateNone')}</p>}
      {templates && chosen && (
        <>
          <Select
            field
            labelShown
            label={t('composer.template')}
            value={titleOf(chosen)}
            options={[...new Set(templates.map(titleOf))].map((title) => ({ value: title, label: title }))}
            onChange={(title) => setChosenId(templates.find((one) => titleOf(one) === title)?.id ?? '')}
          />
          {sameName.length > 1 && (
            <Select
              field
              labelShown
              label={t('settings.language')}
              value={chosen.id}
              options={sameName.map(({ id, language }) => ({ value: id, label: language || id }))}
              onChange={setChosenId}
            />
          )}
          {blanks.map((blank, index) => (
            <TextField
              key={blank.key}
              label={t(blank.id, { name: blank.name })}
              value={values[blank.key] ?? ''}
              maxLength={1024}
              dir="auto"
              error={tried && params[index] === '' ? t('composer.templateBlankEmpty') : undefined}
              onChange={(event) => setValues({ ...values, [blank.key]: event.target.value })}
            />
          ))}
          {media !== null && media !== 'other' && (
            <TemplateFile
              kind={media}
              item={item}
              actions={actions}
              rules={instance.files}
              link={link}
              error={tried && problem !== null ? t(problem, { kind: media }) : undefined}
              onLink={setLink}
              onChoose={(file) => setChosenFile(actions.add({ files: [file], folders: [] })[0] ?? '')}
            />
          )}
          <div>
            <span className="lbl">{t('composer.preview')}</span>
            <div className="template-preview" role="group" aria-label={t('composer.preview')} dir="auto">
              {media !== null && media !== 'other' && (
                <span className="muted">{t('composer.templateMediaAbove', { kind: media })}</span>
              )}
              {chosen.header !== '' && <b>{fillTemplate(chosen.header, params.slice(0, ofHeader.length))}</b>}
              <span>{fillTemplate(chosen.text, params.slice(ofHeader.length)) || t('composer.templateNoText')}</span>
              {chosen.footer !== '' && <small className="muted">{chosen.footer}</small>}
              {chosen.buttons.length > 0 && (
                <ul className="template-buttons">
                  {chosen.buttons.map((text, index) => (
                    // Two buttons may have one text.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={index}>{text}</li>
                  ))}
                </ul>
              )}
            </div>
          </div>
          {media === 'other' && <p className="help is-warn">{t('composer.templateNotFromHere')}</p>}
          {chosen.status !== '' && chosen.status.toUpperCase() !== 'APPROVED' && (
            <p className="help is-warn">{t('composer.templateStatus', { status: chosen.status.slice(0, 60) })}</p>
          )}
        </>
      )}
    </FormDialog>
  )
}
