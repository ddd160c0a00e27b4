import type { ChatKey, FieldKey } from '../../../contract/index.ts'
import type { PersonCard } from '../../../contract/people.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormNotices } from '../../ui/form/form-dialog.tsx'
import type { Outcome } from '../../ui/form/use-form.ts'
import { useForm } from '../../ui/form/use-form.ts'

interface Field {
  readonly name: string
  readonly value: string
}

/** Each field is a value of its own, which others may change meanwhile; null: removed. */
interface CardValues {
  readonly name: string
  readonly added: readonly Field[]
  readonly [field: `field ${number}`]: Field | null
}

export interface PersonFormProps {
  /** Under which what is written outlives the form. */
  readonly home: string
  readonly chat: ChatKey
  readonly card: PersonCard
  readonly onClose: () => void
}

/** Where the own name and fields of a person are written. What is refused stays in the form, with the reason. */
export function PersonForm({ home, chat, card, onClose }: PersonFormProps) {
  const t = useTranslations()
  const [setName] = useContractCommand('people.setName', { errors: 'return' })
  const [setField] = useContractCommand('people.setField', { errors: 'return' })
  const [removeField] = useContractCommand('people.removeField', { errors: 'return' })
  const saved: CardValues = {
    name: card.name,
    added: [],
    ...Object.fromEntries(card.fields.map(({ key, name, value }) => [`field ${key}`, { name, value }])),
  }
  const save = async ({ name, added = [], ...fields }: Partial<CardValues>): Promise<Outcome> => {
    const steps: (() => Promise<Outcome>)[] = []
    if (name !== undefined) steps.push(() => setName({ chat, name: name.trim() }))
    for (const { key } of card.fields) {
      const field = fields[`field ${key}`]
      if (field === null) steps.push(() => removeField({ key }))
      else if (field !== undefined) steps.push(() => setField({ chat, key, ...field }))
    }
    for (const field of added) {
      // An empty new line is none.
      if (field.name.trim() === '' && field.value.trim() === '') continue
      steps.push(async () => {
        const stored = await setField({ chat, ...field })
        // What was stored is not stored again, whether a later one is refused or more was typed meanwhile.
        if (stored.ok) form.set((now) => ({ added: now.added.filter((one) => one !== field) }))
        return stored
      })
    }
    for (const step of steps) {
      const outcome = await step()
      if (!outcome.ok) return outcome
    }
    return { ok: true }
  }
  const form = useForm<CardValues>({ saved, save, onSaved: onClose, home })
  const { values } = form
  const { added } = values
  const change = (at: number, more: Partial<Field>): void =>
    form.set({ added: added.map((field, index) => (index === at ? { ...field, ...more } : field)) })
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <TextField label={t('details.ownName')} help={t('details.ownNameHelp')} autoFocus {...form.text('name')} />
      {card.fields.map(({ key }) => {
        const field = values[`field ${key}`]
        return field === null || field === undefined ? null : (
          <FieldRow
            key={key}
            field={field}
            onChange={(more) => form.set({ [fieldName(key)]: { ...field, ...more } })}
            onRemove={() => form.set({ [fieldName(key)]: null })}
          />
        )
      })}
      {added.map((field, at) => (
        <FieldRow
          key={`new ${at}`}
          field={field}
          onChange={(more) => change(at, more)}
          onRemove={() => form.set({ added: added.filter((_, index) => index !== at) })}
        />
      ))}
      <FormNotices form={form} />
      <div className="note-acts">
        <Button kind="text" className="start" onClick={() => form.set({ added: [...added, { name: '', value: '' }] })}>
          {t('details.addField')}
        </Button>
        <Button
          size="compact"
          onClick={() => {
            form.discard()
            onClose()
          }}
        >
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" busy={form.pending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  )
}

const fieldName = (key: FieldKey): `field ${number}` => `field ${key}`

interface FieldRowProps {
  readonly field: Field
  readonly onChange: (more: Partial<Field>) => void
  readonly onRemove: () => void
}

/** A name and a value of the card. */
function FieldRow({ field, onChange, onRemove }: FieldRowProps) {
  const t = useTranslations()
  return (
    <div className="field-row" role="group" aria-label={t('details.field')}>
      <input
        className="input"
        aria-label={t('details.fieldName')}
        placeholder={t('details.fieldNameHint')}
        autoComplete="off"
        value={field.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <input
        className="input"
        aria-label={t('details.fieldValue')}
        placeholder={t('details.fieldValue')}
        autoComplete="off"
        value={field.value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <IconButton
        icon="close"
        size="compact"
        label={t('details.removeField', { name: field.name.slice(0, 100) || t('details.field') })}
        onClick={onRemove}
      />
    </div>
  )
}
