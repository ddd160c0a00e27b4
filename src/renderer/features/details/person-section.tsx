import './person.css'
import { useState } from 'react'
import type { ChatDetails, ChatKey, FieldKey, InstanceKey, PersonCard, PersonChat } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useOpener } from '../../lib/keys/return-focus.ts'
import { isUnfinished } from '../../lib/text/use-unfinished-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormNotices } from '../../ui/form/form-dialog.tsx'
import { useForm, type Outcome } from '../../ui/form/use-form.ts'

interface Field {
  readonly name: string
  readonly value: string
}

/** `id` keeps a new one in its place on the screen while others are stored. */
interface AddedField extends Field {
  readonly id: string
  /** It was stored, and more was typed into it meanwhile. */
  readonly key?: FieldKey
}

/** Each field is a value of its own, which others may change meanwhile; null: removed. */
interface CardValues {
  readonly name: string
  readonly added: readonly AddedField[]
  readonly [field: `field ${number}`]: Field | null
}

interface PersonFormProps {
  /** Under which what is written outlives the form. */
  readonly home: string
  readonly chat: ChatKey
  readonly card: PersonCard
  readonly onClose: () => void
}

/** Where the own name and fields of a person are written. What is refused stays in the form, with the reason. */
function PersonForm({ home, chat, card, onClose }: PersonFormProps) {
  const t = useTranslations()
  const [setName] = useContractCommand('people.setName', { errors: 'return' })
  const [setField] = useContractCommand('people.setField', { errors: 'return' })
  const [removeField] = useContractCommand('people.removeField', { errors: 'return' })
  const saved: CardValues = {
    name: card.name,
    added: [],
    ...Object.fromEntries(card.fields.map(({ key, name, value }) => [`field ${key}`, { name, value }])),
  }
  // The stored fields but the one that is being added: it may be read before its answer comes, and has a line already.
  const [others, setOthers] = useState<ReadonlySet<FieldKey> | null>(null)
  const save = async ({ name, added = [], ...fields }: Partial<CardValues>): Promise<Outcome> => {
    const known = new Set(card.fields.map(({ key }) => key))
    const steps: (() => Promise<Outcome>)[] = []
    if (name !== undefined) steps.push(() => setName({ chat, name: name.trim() }))
    for (const { key } of card.fields) {
      const field = fields[`field ${key}`]
      if (field === null) steps.push(() => removeField({ key }))
      else if (field !== undefined) steps.push(() => setField({ chat, key, ...field }))
    }
    for (const one of added) {
      const { id, ...field } = one
      // An empty new line is none.
      if (field.key === undefined && field.name.trim() === '' && field.value.trim() === '') continue
      steps.push(async () => {
        setOthers(new Set(known))
        const stored = await setField({ chat, ...field })
        setOthers(null)
        if (!stored.ok) return stored
        const { key } = stored.value
        known.add(key)
        // What was stored is not stored again, whether a later one is refused or more was typed meanwhile.
        let isRemoved = true
        form.set(({ added: now }) => {
          isRemoved = now.every((other) => other.id !== id)
          return {
            added: now.flatMap((other) => (other === one ? [] : [other.id === id ? { ...other, key } : other])),
          }
        })
        return isRemoved ? removeField({ key }) : stored
      })
    }
    for (const step of steps) {
      const outcome = await step()
      if (!outcome.ok) return outcome
    }
    return { ok: true }
  }
  // The person asked to write, unless the form comes back by itself with what was begun in it.
  const [takesFocus] = useState(() => !isUnfinished(home))
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
      <TextField
        label={t('details.ownName')}
        help={t('details.ownNameHelp')}
        autoFocus={takesFocus}
        {...form.text('name')}
      />
      {card.fields.map(({ key }) => {
        const field = values[`field ${key}`]
        const isAdded = added.some((one) => one.key === key) || others?.has(key) === false
        return field === null || field === undefined || isAdded ? null : (
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
          key={field.id}
          field={field}
          onChange={(more) => change(at, more)}
          onRemove={() =>
            form.set({
              added: added.filter((_, index) => index !== at),
              ...(field.key !== undefined && { [fieldName(field.key)]: null }),
            })
          }
        />
      ))}
      <FormNotices form={form} />
      <div className="note-acts">
        <Button
          kind="text"
          className="start"
          onClick={() => form.set({ added: [...added, { id: crypto.randomUUID(), name: '', value: '' }] })}
        >
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

interface PersonSectionProps {
  readonly details: ChatDetails
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
}

/** The person of a chat over all instances: own name and fields, and the other chats of the person. */
export function PersonSection({ details, onOpenChat }: PersonSectionProps) {
  const t = useTranslations()
  const { key: chat } = details
  const { data: card } = useContractQuery('people.card', { chat })
  const form = `card of chat ${chat}`
  const [isEditing, setEditing] = useState(() => isUnfinished(form))
  const opener = useOpener(isEditing)
  if (!card) return null
  return (
    <section className="sect" aria-label={t('details.person')}>
      <h3>
        {t('details.person')}
        {!isEditing && (
          <Button ref={opener} kind="text" onClick={() => setEditing(true)}>
            {t(card.name === '' && card.fields.length === 0 ? 'details.personName' : 'ui.edit')}
          </Button>
        )}
      </h3>
      {isEditing ? (
        <PersonForm home={form} chat={chat} card={card} onClose={() => setEditing(false)} />
      ) : (
        (card.name !== '' || card.fields.length > 0) && (
          <dl className="kv card-kv">
            {card.name !== '' && (
              <>
                <dt>{t('details.ownName')}</dt>
                <dd>
                  <bdi>{card.name}</bdi>
                </dd>
              </>
            )}
            {card.fields.map(({ key, name, value }) => (
              <div key={key} className="pair">
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )
      )}
      {card.chats.length > 0 && (
        <>
          <h4>{t('details.personChats')}</h4>
          <ul className="person-chats">
            {card.chats.map((other) => (
              <OtherChat key={other.chat} chat={chat} other={other} onOpenChat={onOpenChat} />
            ))}
          </ul>
        </>
      )}
      {!isEditing && (
        <div className="person-acts">
          <Button kind="text" onClick={() => requestDialog({ kind: 'mergePerson', chat })}>
            {t('details.merge')}
          </Button>
          <Button kind="text" className="is-danger-text" onClick={() => requestDialog({ kind: 'erasePerson', chat })}>
            {t('details.erase')}
          </Button>
        </div>
      )}
    </section>
  )
}

function OtherChat({
  chat,
  other,
  onOpenChat,
}: {
  readonly chat: ChatKey
  readonly other: PersonChat
  readonly onOpenChat: PersonSectionProps['onOpenChat']
}) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instance = useInstances().find(({ key }) => key === other.instance)
  const [separate, separating] = useContractCommand('people.separate')
  const [merge] = useContractCommand('people.merge')
  const part = async (): Promise<void> => {
    if (!(await separate({ chat, other: other.chat })).ok) return
    showToast('details.separated', {
      values: { name: other.title.slice(0, 100) },
      action: { wording: { id: 'ui.undo' }, run: () => void merge({ chat, other: other.chat }) },
    })
  }
  return (
    <li>
      <button type="button" data-colour={instance?.colour} onClick={() => onOpenChat(other.instance, other.chat)}>
        <span className="l1">
          {instance !== undefined && <InstanceMark colour={instance.colour} />}
          <span className="ell">{instance?.name}</span>
          {other.at > 0 && <time dateTime={new Date(other.at).toISOString()}>{times.list(other.at, now)}</time>}
        </span>
        <span className="l2 ell">
          <bdi>{other.title.slice(0, 300)}</bdi>
          {other.notes > 0 && <span className="muted">, {t('details.noteCount', { count: other.notes })}</span>}
        </span>
      </button>
      {other.byHand && (
        <p className="by-hand">
          {t('details.mergedByHand')}
          <Button kind="text" busy={separating.pending} onClick={() => void part()}>
            {t('details.separate')}
          </Button>
        </p>
      )}
    </li>
  )
}
