import { useDeferredValue, useState } from 'react'
import type { SteadyInstance } from '../../../../contract/instances.ts'
import type { FoundPerson } from '../../../client/people-found.tsx'
import { PeopleFound, useFoundPeople, usePersonPick } from '../../../client/people-found.tsx'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { readParticipant } from './read-participant.ts'

export interface AddPersonProps {
  readonly instance: SteadyInstance
  readonly text: string
  /** Ids of those who are in the group: nobody is found twice. */
  readonly members: ReadonlySet<string>
  readonly pending: boolean
  readonly onText: (text: string) => void
  /** `name`: what the person wrote or picked. */
  readonly onAdd: (id: string, name: string) => void
}

/** The field for somebody new in a group: a name, a number or a chat id. */
export function AddPerson({ instance, text, members, pending, onText, onAdd }: AddPersonProps) {
  const t = useTranslations()
  const [wrong, setWrong] = useState<string | undefined>()
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const found = useFoundPeople(instance.key, asked)
  const people = found.people.filter(({ isPerson, chatId }) => isPerson && !members.has(chatId))
  const who = readParticipant(text, instance.family)
  const { active, reset, listId, field } = usePersonPick(people, who.kind === 'id')
  const choose = ({ chatId, title }: FoundPerson): void => {
    setWrong(undefined)
    onAdd(chatId, title)
  }
  const submit = (): void => {
    if (active !== undefined && asked === text.trim()) return choose(active)
    setWrong(who.kind === 'bad' ? t(`groups.bad.${who.why}`) : undefined)
    if (who.kind === 'id') onAdd(who.id, text.trim())
  }
  return (
    <form
      className="g-add"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('groups.addWho')}
        value={text}
        maxLength={256}
        error={wrong}
        {...field}
        onChange={(event) => {
          onText(event.target.value)
          reset()
        }}
      />
      <Button size="compact" kind="primary" type="submit" busy={pending} blocked={text.trim() === ''}>
        {t('groups.add')}
      </Button>
      {people.length > 0 && <PeopleFound id={listId} people={people} active={active} onChoose={choose} />}
    </form>
  )
}
