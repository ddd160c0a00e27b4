import './add/add-program.css'
import { useState } from 'react'
import type { ProgramRow } from '../../../contract/programs.ts'
import type { ContractError } from '../../../contract/errors.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { KeyEndField } from './form/key-end-field.tsx'
import { arePermissionsUsable, RightsFields } from './form/rights-fields.tsx'
import type { Permissions } from './form/rights-fields.tsx'
import { isScopeUsable, ScopeFields } from './form/scope-fields.tsx'
import { WebhookFields } from './form/webhook-fields.tsx'

export interface ChangeProgramDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Changes the name of a program, what it may see, and how it is reached. */
export function ChangeProgramDialog({ program, onClose }: ChangeProgramDialogProps) {
  const t = useTranslations()
  const [name, setName] = useState(program.name)
  const [scope, setScope] = useState(program.scope)
  const [permissions, setPermissions] = useState<Permissions>(program)
  const [webhook, setWebhook] = useState(program.webhook)
  const [authorization, setAuthorization] = useState<string | null>(null)
  const [keyExpiresAt, setKeyExpiresAt] = useState(program.keyExpiresAt)
  const [readWhenWritten, setReadWhenWritten] = useState(program.readWhenWritten)
  const [error, setError] = useState<ContractError | null>(null)
  const [change, { pending }] = useContractCommand('programs.change', { errors: 'return' })
  const isUsable = isScopeUsable(scope) && arePermissionsUsable(permissions)
  const submit = async (): Promise<void> => {
    if (!isUsable || pending) return
    const result = await change({
      program: program.key,
      ...(name === program.name ? {} : { name }),
      scope,
      rights: [...permissions.rights],
      sendLimits: permissions.sendLimits,
      writesFirst: permissions.writesFirst,
      ...(webhook === null ? {} : { webhook: { ...webhook, url: webhook.url.trim() } }),
      ...(authorization === null ? {} : { authorization }),
      ...(program.protocol === 'webhook' ? {} : { keyExpiresAt }),
      ...(program.protocol === 'stream' ? { readWhenWritten } : {}),
    })
    if (result.ok) onClose()
    else setError(result.error)
  }
  const wording = error === null ? undefined : errorText(t, error.data)
  const isOfName = error?.code.startsWith('programName') ?? false
  const isOfAddress = error?.code === 'webhookAddress'
  return (
    <Dialog
      wide
      title={t('programs.changeTitle', { name: program.name })}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending} blocked={!isUsable}>
            {t('programs.save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <TextField
          label={t('programs.name')}
          value={name}
          error={isOfName ? wording : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {webhook !== null && (
          <WebhookFields
            webhook={webhook}
            onChange={setWebhook}
            authorization={authorization}
            onAuthorization={setAuthorization}
            mayHaveAuthorization
            error={isOfAddress ? wording : undefined}
          />
        )}
        <ScopeFields scope={scope} onChange={setScope} />
        <RightsFields value={permissions} onChange={setPermissions} />
        {program.protocol === 'stream' && (
          <Checkbox
            label={t('programs.countWritten')}
            help={t('programs.readWhenWritten')}
            checked={readWhenWritten}
            onChange={setReadWhenWritten}
          />
        )}
        {program.protocol !== 'webhook' && <KeyEndField value={keyExpiresAt} onChange={setKeyExpiresAt} />}
        {!isUsable && (
          <p className="help is-bad" role="alert">
            {t('programs.nothingPasses')}
          </p>
        )}
        {wording !== undefined && !isOfName && !isOfAddress && (
          <p className="help is-bad" role="alert">
            {wording}
          </p>
        )}
      </div>
    </Dialog>
  )
}
