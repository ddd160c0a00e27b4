import '../instances.css'
import type { RefObject } from 'react'
import type { IdentityColour, InstanceMode, ServiceFamily, VaultStatus } from '../../../../contract/index.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { ColourPicker } from './colour-picker.tsx'
import type { FieldErrors, FieldName } from './connection-form.ts'
import { FamilySelect } from './family-select.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { readMethodUrl } from './read-method-url.ts'
import { mayStoreToken, vaultText } from './check-text.ts'

export interface AddInstanceValues {
  readonly name: string
  readonly colour: IdentityColour
  readonly apiUrl: string
  readonly idInstance: string
  readonly family: ServiceFamily
  readonly mode: InstanceMode
  readonly storeToken: boolean
}

export interface AddInstanceFormProps {
  readonly values: AddInstanceValues
  readonly errors: FieldErrors
  readonly vault: VaultStatus | undefined
  readonly disabled: boolean
  /** The token is read from its field when it is needed and stored nowhere else. */
  readonly tokenRef: RefObject<HTMLInputElement | null>
  readonly onChange: (change: Partial<AddInstanceValues>, field?: FieldName) => void
  readonly onTokenInput: () => void
}

/** The fields of an instance. */
export function AddInstanceForm({
  values,
  errors,
  vault,
  disabled,
  tokenRef,
  onChange,
  onTokenInput,
}: AddInstanceFormProps) {
  const t = useTranslations()
  const wording = (id: MessageId | undefined): string | undefined => id && t(id)
  return (
    <div className="form" inert={disabled}>
      <div className="form-row is-name">
        <TextField
          label={t('ui.name')}
          name="name"
          value={values.name}
          maxLength={80}
          placeholder={t('instances.namePlaceholder')}
          error={wording(errors.name)}
          onChange={(event) => onChange({ name: event.target.value }, 'name')}
        />
        <ColourPicker value={values.colour} onChange={(colour) => onChange({ colour })} />
      </div>
      <TextField
        label={t('instances.apiUrl')}
        name="apiUrl"
        mono
        inputMode="url"
        value={values.apiUrl}
        help={values.apiUrl === '' ? t('instances.apiUrlHelp') : undefined}
        error={wording(errors.apiUrl)}
        onChange={(event) => onChange({ apiUrl: event.target.value }, 'apiUrl')}
        onPaste={(event) => {
          const read = readMethodUrl(event.clipboardData.getData('text/plain'))
          if (read === null) return
          event.preventDefault()
          onChange({ apiUrl: read.apiUrl, idInstance: read.idInstance }, 'apiUrl')
          if (read.token !== null && tokenRef.current) tokenRef.current.value = read.token
          onTokenInput()
        }}
      />
      <div className="form-row">
        <TextField
          label={t('instances.idInstance')}
          name="idInstance"
          mono
          inputMode="numeric"
          placeholder="1101000003"
          value={values.idInstance}
          error={wording(errors.idInstance)}
          onChange={(event) => onChange({ idInstance: event.target.value }, 'idInstance')}
        />
        <FamilySelect value={values.family} onChange={(family: ServiceFamily) => onChange({ family })} />
      </div>
      <TextField
        label={t('instances.token')}
        name="token"
        mono
        secret
        ref={tokenRef}
        help={vaultText(t, vault, values.storeToken)}
        error={wording(errors.token)}
        onInput={onTokenInput}
      />
      {mayStoreToken(vault) && (
        <Checkbox
          label={t('instances.token.sessionOnly')}
          checked={!values.storeToken}
          onChange={(sessionOnly) => onChange({ storeToken: !sessionOnly })}
        />
      )}
      <ModeChoice value={values.mode} onChange={(mode) => onChange({ mode })} />
    </div>
  )
}
