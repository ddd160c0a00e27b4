import '../instances.css'
import type { SteadyInstance } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { withValue } from '../../../lib/numbers.ts'
import { requestDialog, useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { ColourPicker } from './colour-picker.tsx'
import { checkFields, fieldOfError, urlError } from './connection-form.ts'
import { FamilySelect } from './family-select.tsx'
import { ModeChoice } from './mode-choice.tsx'

const minuteMs = 60_000
/** Within how long customers are answered, ms, as offered. */
const answerTargets = [15, 30, 60, 120, 240, 480, 1440].map((minutes) => minutes * minuteMs)

/** Changes an instance, except its ID: another ID is another instance. */
export function EditInstanceDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const closeDialog = useCloseDialog()
  const [edit] = useContractCommand('instances.edit', { errors: 'return' })
  const { key, idInstance, name, colour, apiUrl, mediaUrl, family, mode, answerTargetMs } = instance
  const { hideContent, sendsReadReceipts } = instance
  const form = useForm({
    saved: { name, colour, apiUrl, mediaUrl, family, mode, hideContent, sendsReadReceipts, answerTargetMs },
    check(values) {
      const { token: _unused, ...found } = checkFields({ ...values, idInstance, token: '' })
      const wrong = values.mediaUrl.trim() === '' ? undefined : urlError(values.mediaUrl)
      const all = { ...found, ...(wrong === undefined ? {} : { mediaUrl: wrong }) }
      return Object.fromEntries(Object.entries(all).map(([field, id]) => [field, t(id)]))
    },
    save: (changes) => edit({ instance: key, ...trimmed(changes) }),
    fieldFor(code) {
      const field = fieldOfError(code)
      return field === 'name' || field === 'apiUrl' ? field : undefined
    },
    onSaved: closeDialog,
  })
  const isChanged = Object.keys(form.changes).length > 0
  return (
    <FormDialog
      form={form}
      title={t('instances.editTitle', { name })}
      text={t('instances.editText', { idInstance })}
      save={t('ui.save')}
      onClose={closeDialog}
      footStart={
        // Its dialog takes the place of this one, with what was typed.
        <Button
          kind="text"
          icon="key"
          blocked={isChanged}
          title={isChanged ? t('instances.saveFirst') : undefined}
          onClick={() => requestDialog({ kind: 'enterToken', instance: key })}
        >
          {t('instances.replaceToken')}
        </Button>
      }
    >
      <div className="form-row is-name">
        <TextField label={t('ui.name')} maxLength={80} {...form.text('name')} />
        <ColourPicker {...form.field('colour')} />
      </div>
      <div className="form-row">
        <TextField label={t('instances.apiUrl')} mono {...form.text('apiUrl')} />
        <FamilySelect {...form.field('family')} />
      </div>
      <TextField
        label={t('instances.mediaUrl')}
        mono
        placeholder={instance.defaultMediaUrl}
        help={t('instances.mediaUrlHelp')}
        {...form.text('mediaUrl')}
      />
      <ModeChoice {...form.field('mode')} />
      <Select
        field
        labelShown
        label={t('instances.answerTarget')}
        options={withValue(answerTargets, answerTargetMs).map((value) => ({ value, label: times.span(0, value) }))}
        {...form.field('answerTargetMs')}
      />
      <div>
        <Checkbox
          label={t('instances.hideContent')}
          help={t('instances.hideContentText')}
          checked={form.values.hideContent}
          onChange={form.field('hideContent').onChange}
        />
        <Checkbox
          label={t('instances.readReceipts')}
          help={t('instances.readReceiptsText')}
          checked={form.values.sendsReadReceipts}
          onChange={form.field('sendsReadReceipts').onChange}
        />
      </div>
    </FormDialog>
  )
}

/** Spaces around a typed value are not part of it. */
const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Values
