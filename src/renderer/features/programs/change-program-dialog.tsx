import './add/add-program.css'
import type { ProgramRow } from '../../../contract/programs.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { KeyEndField } from './form/key-end-field.tsx'
import { arePermissionsUsable, RightsFields, type Permissions } from './form/rights-fields.tsx'
import { isScopeUsable, ScopeFields } from './form/scope-fields.tsx'
import { WebhookFields } from './form/webhook-fields.tsx'

export interface ChangeProgramDialogProps {
  /** As it was when the change was asked for. */
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Changes the name of a program, what it may see, and how it is reached. */
export function ChangeProgramDialog({ program: asked, onClose }: ChangeProgramDialogProps) {
  const t = useTranslations()
  const { data } = useContractQuery('programs.list', {})
  const program = data?.rows.find((row) => row.key === asked.key) ?? asked
  const [change] = useContractCommand('programs.change', { errors: 'return' })
  const { key, name, scope, rights, sendLimits, writesFirst, webhook, keyExpiresAt, readWhenWritten } = program
  const form = useForm({
    saved: {
      name,
      scope,
      rights,
      sendLimits,
      writesFirst,
      webhook,
      // Never shown again: null leaves it as it is.
      authorization: null as string | null,
      keyExpiresAt,
      readWhenWritten,
    },
    save: ({ rights: given, webhook: hook, authorization, ...changes }) =>
      change({
        program: key,
        ...changes,
        ...(given === undefined ? {} : { rights: [...given] }),
        ...(hook ? { webhook: { ...hook, url: hook.url.trim() } } : {}),
        ...(authorization === undefined || authorization === null ? {} : { authorization }),
      }),
    fieldFor: (code) => (code.startsWith('programName') ? 'name' : code === 'webhookAddress' ? 'webhook' : undefined),
    onSaved: onClose,
  })
  const { values } = form
  const permissions: Permissions = {
    rights: values.rights,
    sendLimits: values.sendLimits,
    writesFirst: values.writesFirst,
  }
  const isUsable = isScopeUsable(values.scope) && arePermissionsUsable(permissions)
  return (
    <FormDialog
      wide
      form={form}
      title={t('programs.changeTitle', { name })}
      save={t('ui.save')}
      blocked={!isUsable}
      onClose={onClose}
    >
      <TextField label={t('ui.name')} {...form.text('name')} />
      {values.webhook !== null && (
        <WebhookFields
          webhook={values.webhook}
          onChange={form.field('webhook').onChange}
          authorization={values.authorization}
          onAuthorization={form.field('authorization').onChange}
          mayHaveAuthorization
          error={form.errors.webhook}
        />
      )}
      <ScopeFields scope={values.scope} onChange={form.field('scope').onChange} />
      <RightsFields value={permissions} onChange={form.set} />
      {program.protocol === 'stream' && (
        <Checkbox
          label={t('programs.countWritten')}
          help={t('programs.readWhenWritten')}
          checked={values.readWhenWritten}
          onChange={form.field('readWhenWritten').onChange}
        />
      )}
      {program.protocol !== 'webhook' && <KeyEndField {...form.field('keyExpiresAt')} />}
      {!isUsable && (
        <p className="help is-bad" role="alert">
          {t('programs.nothingPasses')}
        </p>
      )}
    </FormDialog>
  )
}
