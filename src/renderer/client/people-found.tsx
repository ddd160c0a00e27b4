import './people-found.css'
import type { Avatar as AvatarData, ChatKey, InstanceKey } from '../../contract/index.ts'
import { hueOf, initialsOf } from '../../contract/values.ts'
import { useContractQuery } from './use-contract-query.ts'
import { cx } from '../lib/text/class-names.ts'
import { useTranslations } from '../lib/translations.ts'
import { Avatar } from '../ui/marks/avatar.tsx'

/** Somebody who can be written to: in a chat that there is, or by the id of a contact. */
export interface FoundPerson {
  readonly id: string
  readonly title: string
  /** A group or a channel is found by its chat alone. */
  readonly isPerson: boolean
  /** Formatted; '' where it is hidden. */
  readonly phone: string
  readonly chat: ChatKey | null
  readonly chatId: string
  readonly avatar: AvatarData
  readonly initials: string
  readonly hue: number
}

/** Chats, and contacts without one, at most. */
const mostFound = 6
/** Fewer letters fit nearly everybody. */
const shortest = 2

/** An instance's chats and contacts that match a typed text; chats first, the latest at the top. */
export function useFoundPeople(instance: InstanceKey | undefined, text: string): readonly FoundPerson[] {
  const enabled = instance !== undefined && text.length >= shortest
  const of = instance ?? (0 as InstanceKey)
  const options = { enabled, keepPrevious: true, gcTime: 10_000 }
  const chats = useContractQuery('search.chats', { scope: of, text, limit: mostFound }, options).data ?? []
  const contacts = useContractQuery('contacts.list', { instance: of, text, only: 'all', limit: 20 }, options).data
  if (!enabled) return []
  const known = chats.map((row): FoundPerson => ({
    id: `chat-${row.key}`,
    title: row.title,
    isPerson: row.kind === 'user',
    phone: row.phone ?? '',
    chat: row.key,
    chatId: row.chatId,
    avatar: row.avatar,
    initials: row.initials,
    hue: row.hue,
  }))
  const shown = new Set(chats.map(({ key }) => key))
  const others = (contacts?.rows ?? []).flatMap((row): readonly FoundPerson[] =>
    row.chat !== null && shown.has(row.chat)
      ? []
      : [
          {
            id: `contact-${row.id}`,
            title: row.name,
            isPerson: true,
            phone: row.phone,
            chat: row.chat,
            chatId: row.id,
            avatar: row.avatar,
            initials: initialsOf(row.name),
            hue: hueOf(row.id),
          },
        ],
  )
  return [...known, ...others.slice(0, mostFound)]
}

export interface PeopleFoundProps {
  /** Of the list, for the field that moves through it. */
  readonly id: string
  readonly people: readonly FoundPerson[]
  readonly active: FoundPerson | undefined
  readonly onChoose: (person: FoundPerson) => void
}

/** The list under the field; the focus stays in the field. */
export function PeopleFound({ id, people, active, onChoose }: PeopleFoundProps) {
  const t = useTranslations()
  return (
    <div id={id} role="listbox" className="people-found" aria-label={t('chats.peopleFound')}>
      {people.map((person) => (
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === active}
          className={cx('person-found', person === active && 'is-active')}
          onClick={() => onChoose(person)}
          onKeyDown={(event) => event.key === 'Enter' && onChoose(person)}
        >
          <Avatar initials={person.initials} hue={person.hue} avatar={person.avatar} size={28} />
          <bdi className="ell">{person.title}</bdi>
          {person.phone !== '' && person.phone !== person.title && <span className="muted num">{person.phone}</span>}
          {person.chat === null && <span className="muted">{t('chats.newChat')}</span>}
        </div>
      ))}
    </div>
  )
}
