import './person.css'
import { useDeferredValue, useState } from 'react'
import type { ChatKey } from '../../../contract/index.ts'
import { PersonField, useFoundPeople, type FoundPerson } from '../../client/people-found.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

export interface MergeDialogProps {
  readonly chat: ChatKey
  readonly onClose: () => void
}

/** Says of two chats that they are with one person. Nothing is guessed, and it can be undone. Loaded lazily. */
export function MergeDialog({ chat, onClose }: MergeDialogProps) {
  const t = useTranslations()
  const instances = useInstances()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundPerson | null>(null)
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const { data: details } = useContractQuery('chats.details', { chat })
  const { data: card } = useContractQuery('people.card', { chat })
  const known = new Set([chat, ...(card?.chats ?? []).map((other) => other.chat)])
  const found = useFoundPeople(null, chosen === null ? asked : '')
  const people = found.people.filter((person) => person.isPerson && person.chat !== null && !known.has(person.chat))
  const [merge, { pending, error }] = useContractCommand('people.merge', { errors: 'return' })
  const [separate] = useContractCommand('people.separate')
  const submit = async (): Promise<void> => {
    const other = chosen?.chat ?? null
    if (other === null || pending || !(await merge({ chat, other })).ok) return
    showToast('details.merged', {
      action: { wording: { id: 'ui.undo' }, run: () => void separate({ chat, other }) },
    })
    onClose()
  }
  const of = (person: FoundPerson) => {
    const instance = instances.find(({ key }) => key === person.instance)
    return instance === undefined ? null : (
      <span className="of-instance muted" data-colour={instance.colour}>
        <InstanceMark colour={instance.colour} />
        {instance.name}
      </span>
    )
  }
  return (
    <FormDialog
      form={{ pending, submit: () => void submit(), problem: error?.data }}
      title={t('details.mergeTitle', { name: details?.title.slice(0, 100) ?? '' })}
      text={t('details.mergeText')}
      save={t('details.mergeDo')}
      blocked={chosen === null}
      onClose={onClose}
    >
      <PersonField
        text={text}
        people={people}
        isStale={found.isStale || asked !== text.trim().slice(0, 200)}
        isDone={chosen !== null}
        autoFocus
        onText={(next) => {
          setText(next)
          setChosen(null)
        }}
        onChoose={(person) => {
          setChosen(person)
          setText(person.title.slice(0, 200))
        }}
        detail={of}
      />
      {chosen === null && asked.length > 1 && asked === text.trim() && people.length === 0 && (
        <p className="muted" role="status">
          {t('details.mergeNobody')}
        </p>
      )}
      {chosen !== null && (
        <p className="merge-with" role="status">
          <Avatar initials={chosen.initials} hue={chosen.hue} avatar={chosen.avatar} size={28} />
          <bdi className="ell grow">{chosen.title}</bdi>
          {chosen.phone !== '' && chosen.phone !== chosen.title && <span className="muted num">{chosen.phone}</span>}
          {of(chosen)}
        </p>
      )}
    </FormDialog>
  )
}
