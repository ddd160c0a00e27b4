import '../instances.css'
import { useState } from 'react'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { requestDialog, useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { ColourPicker } from './colour-picker.tsx'
import type { FieldErrors } from './connection-form.ts'
import { checkFields, fieldOfError, urlError } from './connection-form.ts'
import { FamilySelect } from './family-select.tsx'
import { ModeChoice } from './mode-choice.tsx'

const minuteMs = 60_000
/** Within how long customers are answered, ms, as offered. */
const answerTargets = [15, 30, 60, 120, 240, 480, 1440].map((minutes) => minutes * minuteMs)

/** Changes an instance, except its ID: another ID is another instance. */
export function EditInstanceDialog({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const closeDialog = useCloseDialog()
  const [name, setName] = useState(instance.name)
  const [colour, setColour] = useState(instance.colour)
  const [apiUrl, setApiUrl] = useState(instance.apiUrl)
  const [mediaUrl, setMediaUrl] = useState(instance.mediaUrl)
  const [mediaError, setMediaError] = useState<MessageId | undefined>()
  const [family, setFamily] = useState(instance.family)
  const [mode, setMode] = useState(instance.mode)
  const [hideContent, setHideContent] = useState(instance.hideContent)
  const [sendsReadReceipts, setSendsReadReceipts] = useState(instance.sendsReadReceipts)
  const [answerTargetMs, setAnswerTargetMs] = useState(instance.answerTargetMs)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [edit, { pending }] = useContractCommand('instances.edit', { errors: 'return' })
  const wording = (id: MessageId | undefined): string | undefined => id && t(id)
  const submit = async (): Promise<void> => {
    const { token: _unused, ...found } = checkFields({ name, apiUrl, idInstance: instance.idInstance, token: '' })
    const wrong = mediaUrl.trim() === '' ? undefined : urlError(mediaUrl)
    setErrors(found)
    setMediaError(wrong)
    if (Object.keys(found).length > 0 || wrong !== undefined) return
    const result = await edit({
      instance: instance.key,
      name: name.trim(),
      colour,
      mode,
      hideContent,
      sendsReadReceipts,
      answerTargetMs,
      ...(apiUrl.trim() === instance.apiUrl ? {} : { apiUrl: apiUrl.trim() }),
      ...(mediaUrl.trim() === instance.mediaUrl ? {} : { mediaUrl: mediaUrl.trim() }),
      ...(family === instance.family ? {} : { family }),
    })
    if (result.ok) return closeDialog()
    const field = fieldOfError(result.error.code)
    if (field) setErrors({ [field]: `error.${result.error.code}` as MessageId })
    else setProblem(errorText(t, result.error.data))
  }
  return (
    <Dialog
      title={t('instances.editTitle', { name: instance.name })}
      text={t('instances.editText', { idInstance: instance.idInstance })}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footStart={
        <Button kind="text" icon="key" onClick={() => requestDialog({ kind: 'enterToken', instance: instance.key })}>
          {t('instances.replaceToken')}
        </Button>
      }
      actions={
        <>
          <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('instances.save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="form-row is-name">
          <TextField
            label={t('instances.name')}
            value={name}
            maxLength={80}
            error={wording(errors.name)}
            onChange={(event) => setName(event.target.value)}
          />
          <ColourPicker value={colour} onChange={setColour} />
        </div>
        <div className="form-row">
          <TextField
            label={t('instances.apiUrl')}
            mono
            value={apiUrl}
            error={wording(errors.apiUrl) ?? problem ?? undefined}
            onChange={(event) => setApiUrl(event.target.value)}
          />
          <FamilySelect value={family} onChange={setFamily} />
        </div>
        <TextField
          label={t('instances.mediaUrl')}
          mono
          value={mediaUrl}
          placeholder={instance.defaultMediaUrl}
          help={t('instances.mediaUrlHelp')}
          error={wording(mediaError)}
          onChange={(event) => setMediaUrl(event.target.value)}
        />
        <ModeChoice value={mode} onChange={setMode} />
        <Select
          field
          labelShown
          label={t('instances.answerTarget')}
          value={answerTargetMs}
          options={[...new Set([...answerTargets, instance.answerTargetMs])]
            .toSorted((one, other) => one - other)
            .map((value) => ({ value, label: times.span(0, value) }))}
          onChange={setAnswerTargetMs}
        />
        <div>
          <Checkbox
            label={t('instances.hideContent')}
            help={t('instances.hideContentText')}
            checked={hideContent}
            onChange={setHideContent}
          />
          <Checkbox
            label={t('instances.readReceipts')}
            help={t('instances.readReceiptsText')}
            checked={sendsReadReceipts}
            onChange={setSendsReadReceipts}
          />
        </div>
      </div>
    </Dialog>
  )
}
