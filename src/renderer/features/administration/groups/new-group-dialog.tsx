import { useDeferredValue, useState } from 'react'
import type { ChatKey } from '../../../../contract/ids.ts'
import type { SteadyInstance } from '../../../../contract/instances.ts'
import { PersonField, useFoundPeople } from '../../../client/people-found.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

interface Chosen {
  readonly id: string
  readonly name: string
  /** Formatted; '' where it is hidden. */
  readonly phone: string
}

export interface NewGroupDialogProps {
  readonly instance: SteadyInstance
  readonly onClose: () => void
  readonly onMade: (chat: ChatKey) => void
}

/** People that are listed; the rest is found by searching. */
const mostShown = 60

/** A group with a name and people from the account's contacts: asked for once, and one in five minutes. */
export function NewGroupDialog({ instance, onClose, onMade }: NewGroupDialogProps) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [create, { pending, error }] = useContractCommand('groups.create', { errors: 'return' })
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const { data } = useContractQuery('contacts.list', {
    instance: instance.key,
    text: '',
    only: 'all',
    limit: mostShown,
  })
  const found = useFoundPeople(instance.key, asked)
  const people = found.people.filter(({ isPerson, chatId }) => isPerson && !chosen.has(chatId))
  const make = async () => {
    const result = await create({ instance: instance.key, name: name.trim(), people: [...chosen.keys()] })
    if (result.ok) onMade(result.value.chat)
  }
  const listed = data?.rows ?? []
  // Who was chosen stays in sight during a search, and choosing does not move a row.
  const rows = [
    ...[...chosen.values()].filter(({ id }) => asked !== '' || !listed.some((row) => row.id === id)),
    ...(asked === '' ? listed : []),
  ]
  const choose = (person: Chosen, on: boolean): void => {
    const next = new Map(chosen)
    if (on) next.set(person.id, person)
    else next.delete(person.id)
    setChosen(next)
  }
  return (
    <FormDialog
      form={{ pending, submit: () => void make(), problem: error?.data }}
      title={t('groups.newTitle')}
      text={t('groups.oneInFive')}
      save={t('groups.create', { count: chosen.size })}
      blocked={name.trim() === '' || chosen.size === 0}
      onClose={onClose}
    >
      <TextField
        label={t('groups.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PersonField
        text={text}
        people={people}
        isStale={found.isStale || asked !== text.trim().slice(0, 200)}
        onText={setText}
        onChoose={({ chatId, title, phone }) => {
          choose({ id: chatId, name: title, phone }, true)
          setText('')
        }}
      />
      <div className="g-choose scroll" role="group" aria-label={t('details.participants')} tabIndex={0}>
        {rows.map(({ id, name: who, phone }) => (
          <Checkbox
            key={id}
            label={who}
            help={phone}
            checked={chosen.has(id)}
            onChange={(on) => choose({ id, name: who, phone }, on)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
