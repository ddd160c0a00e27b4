import { useEffect, useState } from 'react'
import type { Template } from '../../../../contract/index.ts'
import { fillTemplate, templateBlanks } from '../../../../contract/values.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { SendContentDialog } from './send-content-dialog.tsx'
import type { SendContentProps } from './use-send-content.ts'
import { useSendContent } from './use-send-content.ts'

/** A template of a business account: chosen by name and language, its blanks filled in. Loaded lazily. */
export function TemplateDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [read, reading] = useContractCommand('templates.read', { errors: 'return' })
  const [templates, setTemplates] = useState<readonly Template[] | null>(null)
  const [chosenId, setChosenId] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
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
  const blanks = chosen ? templateBlanks(chosen.text) : []
  const params = blanks.map((blank) => (values[blank] ?? '').trim())
  const submit = (): void => {
    setTried(true)
    if (!chosen || params.includes('')) return
    void send({ kind: 'template', templateId: chosen.id, name: chosen.name, text: chosen.text, params })
  }
  return (
    <SendContentDialog
      title={t('composer.templateTitle')}
      pending={pending}
      error={error}
      disabled={chosen === undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      {reading.pending && <p className="help">{t('composer.templateReading')}</p>}
      {reading.error && (
        <p className="help is-bad" role="alert">
          {errorText(t, reading.error.data)}{' '}
          <Button kind="text" onClick={() => void load()}>
            {t('composer.templateReadAgain')}
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
              label={t('composer.templateLanguage')}
              value={chosen.id}
              options={sameName.map(({ id, language }) => ({ value: id, label: language || id }))}
              onChange={setChosenId}
            />
          )}
          {blanks.map((blank, index) => (
            <TextField
              key={blank}
              label={t('composer.templateBlank', { name: blank })}
              value={values[blank] ?? ''}
              maxLength={1024}
              dir="auto"
              error={tried && params[index] === '' ? t('composer.templateBlankEmpty') : undefined}
              onChange={(event) => setValues({ ...values, [blank]: event.target.value })}
            />
          ))}
          <div>
            <span className="lbl">{t('composer.preview')}</span>
            <div className="template-preview" role="group" aria-label={t('composer.preview')} dir="auto">
              {fillTemplate(chosen.text, params) || t('composer.templateNoText')}
            </div>
          </div>
          {chosen.status !== '' && chosen.status.toUpperCase() !== 'APPROVED' && (
            <p className="help is-warn">{t('composer.templateStatus', { status: chosen.status.slice(0, 60) })}</p>
          )}
        </>
      )}
    </SendContentDialog>
  )
}
