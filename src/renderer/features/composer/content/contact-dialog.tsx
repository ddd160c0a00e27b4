import { useDeferredValue, useState } from 'react'
import { PeopleFound, useFoundPeople, usePersonPick, type FoundPerson } from '../../../client/people-found.tsx'
import { useTranslations } from '../../../lib/translations.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { phoneDigits } from './phone-digits.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSendContent, type SendContentProps } from './use-send-content.ts'

/** A person: one of the archive's, found by name or number, or a number with a name. Loaded lazily. */
export function ContactDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [company, setCompany] = useState('')
  const [chosen, setChosen] = useState<FoundPerson | null>(null)
  const [tried, setTried] = useState(false)
  const asked = useDeferredValue(text.trim().slice(0, 200))
  // This family shares accounts, the others phone numbers (service 11.3.6).
  const byAccount = instance.family === 'v3'
  const found = useFoundPeople(instance.key, chosen === null ? asked : '')
  const people = found.people.filter((person) => person.isPerson && (byAccount || person.phone !== ''))
  const typed = phoneDigits(text)
  const { active, reset, enter, forget, listId, field } = usePersonPick({
    people,
    question: text,
    isCurrent: chosen !== null || (!found.isStale && asked === text.trim().slice(0, 200)),
    meansItself: !byAccount && typed !== '',
    onEnter(person) {
      // Enter takes the person first, and sends nothing yet.
      if (chosen === null && person !== undefined) choose(person)
      else submit()
    },
  })
  const phone = chosen ? phoneDigits(chosen.phone) : typed
  const isKnown = byAccount ? chosen !== null : phone !== ''
  // This family takes no contact without a first name (service 11.3.6).
  const needsName = instance.family === 'telegram'
  const isNamed = !needsName || name.trim() !== ''
  const problem = byAccount ? t('composer.contactChoose') : t('composer.contactWrong')
  const submit = (): void => {
    setTried(true)
    if (!isKnown || !isNamed) return
    void send({
      kind: 'contact',
      phone,
      chatId: chosen?.chatId ?? '',
      firstName: name.trim(),
      lastName: '',
      company: company.trim(),
    })
  }
  const choose = (person: FoundPerson): void => {
    setChosen(person)
    reset()
    setText((person.phone === '' ? person.title : person.phone).slice(0, 200))
    setName(person.title.slice(0, 200))
  }
  return (
    <FormDialog
      form={{ pending, submit: enter, problem: error?.data }}
      title={t('composer.contactTitle')}
      save={t('ui.send')}
      onClose={onClose}
    >
      <TextField
        label={t(byAccount ? 'composer.contactPerson' : 'composer.contactWho')}
        value={text}
        maxLength={200}
        error={tried && !isKnown ? problem : undefined}
        help={t(byAccount ? 'composer.contactPersonHelp' : 'composer.contactWhoHelp')}
        {...field}
        onBlur={forget}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(null)
          reset()
        }}
      />
      {people.length > 0 && <PeopleFound id={listId} people={people} active={active} onChoose={choose} />}
      {!byAccount && (
        <>
          <TextField
            label={t('composer.contactName')}
            {...(needsName ? {} : { labelSuffix: t('composer.optional') })}
            error={tried && !isNamed ? t('composer.contactNameEmpty') : undefined}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={t('composer.contactCompany')}
            labelSuffix={t('composer.optional')}
            value={company}
            maxLength={200}
            onChange={(event) => setCompany(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
