import { useState } from 'react'
import type { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, FieldKey } from '../../../contract/index.ts'
import type { PersonCard } from '../../../contract/people.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

interface FieldDraft {
  /** null: it is new. */
  readonly key: FieldKey | null
  readonly name: string
  readonly value: string
}

interface CardDraft {
  readonly name: string
  readonly fields: readonly FieldDraft[]
  readonly removed: readonly FieldKey[]
}

export interface PersonFormProps {
  /** Under which what is written outlives the form. */
  readonly name: string
  readonly chat: ChatKey
  readonly card: PersonCard
  readonly onClose: () => void
}

/** Where the own name and fields of a person are written. What is refused stays in the form, with the reason. */
export function PersonForm({ name: form, chat, card, onClose }: PersonFormProps) {
  const t = useTranslations()
  const [before] = useState<CardDraft>(() => ({ name: card.name, fields: card.fields, removed: [] }))
  const [draft, setDraft] = useUnfinishedValue<CardDraft>(form, before)
  const [setName] = useContractCommand('people.setName', { errors: 'return' })
  const [setField] = useContractCommand('people.setField', { errors: 'return' })
  const [removeField] = useContractCommand('people.removeField', { errors: 'return' })
  const [error, setError] = useState<ContractError | null>(null)
  const [pending, setPending] = useState(false)
  const close = (): void => {
    setDraft(before)
    onClose()
  }
  const change = (at: number, more: Partial<FieldDraft>): void => {
    setError(null)
    setDraft({ ...draft, fields: draft.fields.map((field, index) => (index === at ? { ...field, ...more } : field)) })
  }
  const save = async (): Promise<ContractError | null> => {
    if (draft.name.trim() !== card.name) {
      const named = await setName({ chat, name: draft.name })
      if (!named.ok) return named.error
    }
    for (const key of draft.removed) {
      const removed = await removeField({ key })
      if (!removed.ok) return removed.error
    }
    for (const [at, { key, name, value }] of draft.fields.entries()) {
      const known = card.fields.find((field) => field.key === key)
      if (known?.name === name && known.value === value) continue
      // An empty new line is none.
      if (key === null && name.trim() === '' && value.trim() === '') continue
      const stored = await setField({ chat, name, value, ...(key === null ? {} : { key }) })
      if (!stored.ok) {
        // What was stored before it is not stored again.
        setDraft({
          ...draft,
          removed: [],
          fields: draft.fields.filter((field, index) => field.key !== null || index >= at),
        })
        return stored.error
      }
    }
    return null
  }
  const submit = async (): Promise<void> => {
    if (pending) return
    setPending(true)
    const failed = await save()
    setPending(false)
    if (failed === null) close()
    else setError(failed)
  }
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={t('details.ownName')}
        help={t('details.ownNameHelp')}
        value={draft.name}
        autoFocus
        onChange={(event) => {
          setError(null)
          setDraft({ ...draft, name: event.target.value })
        }}
      />
      {draft.fields.map((field, at) => (
        <div key={field.key ?? `new ${at}`} className="field-row" role="group" aria-label={t('details.field')}>
          <input
            className="input"
            aria-label={t('details.fieldName')}
            placeholder={t('details.fieldNameHint')}
            autoComplete="off"
            value={field.name}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <input
            className="input"
            aria-label={t('details.fieldValue')}
            placeholder={t('details.fieldValue')}
            autoComplete="off"
            value={field.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <IconButton
            icon="close"
            size="compact"
            label={t('details.removeField', { name: field.name.slice(0, 100) || t('details.field') })}
            onClick={() =>
              setDraft({
                ...draft,
                fields: draft.fields.filter((_, index) => index !== at),
                removed: field.key === null ? draft.removed : [...draft.removed, field.key],
              })
            }
          />
        </div>
      ))}
      {error && (
        <div className="help is-bad" role="alert">
          <Icon name="alert" size={14} />
          <span>{errorText(t, error.data)}</span>
        </div>
      )}
      <div className="note-acts">
        <Button
          kind="text"
          className="start"
          onClick={() => setDraft({ ...draft, fields: [...draft.fields, { key: null, name: '', value: '' }] })}
        >
          {t('details.addField')}
        </Button>
        <Button size="compact" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" busy={pending}>
          {t('details.saveCard')}
        </Button>
      </div>
    </form>
  )
}
