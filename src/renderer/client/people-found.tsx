import './people-found.css'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Avatar as AvatarData, ChatKey, InstanceKey } from '../../contract/index.ts'
import { hueOf, initialsOf } from '../../contract/values.ts'
import { useContractQuery } from './use-contract-query.ts'
import { useWhenCurrent } from './use-when-current.ts'
import { cx } from '../lib/text/class-names.ts'
import { useTranslations } from '../lib/translations.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { TextField } from '../ui/controls/text-field.tsx'

/** Somebody who can be written to: in a chat that there is, or by the id of a contact. */
export interface FoundPerson {
  readonly id: string
  readonly title: string
  /** A group or a channel is found by its chat alone. */
  readonly isPerson: boolean
  /** Formatted; '' where it is hidden. */
  readonly phone: string
  readonly chat: ChatKey | null
  readonly instance: InstanceKey
  readonly chatId: string
  readonly avatar: AvatarData
  readonly initials: string
  readonly hue: number
}

/** Chats, and contacts without one, at most. */
const mostFound = 6
/** Fewer letters fit nearly everybody. */
const shortest = 2

export interface FoundPeople {
  readonly people: readonly FoundPerson[]
  /** The search is under way, and `people` are those of an earlier text. */
  readonly isStale: boolean
}

/**
 * An instance's chats and contacts that match a typed text; chats first, the latest at the top. Null: chats alone, of
 * all instances.
 */
export function useFoundPeople(instance: InstanceKey | null | undefined, text: string): FoundPeople {
  const enabled = instance !== undefined && text.length >= shortest
  const of = instance ?? (0 as InstanceKey)
  const options = { enabled, keepPrevious: true, gcTime: 10_000 }
  const searched = useContractQuery('search.chats', { scope: instance ?? null, text, limit: mostFound }, options)
  const contacts = useContractQuery(
    'contacts.list',
    { instance: of, text, only: 'all', limit: 20 },
    { ...options, enabled: enabled && instance !== null },
  )
  if (!enabled) return { people: [], isStale: false }
  const chats = searched.data ?? []
  const known = chats.map((row): FoundPerson => ({
    id: `chat-${row.key}`,
    title: row.title,
    isPerson: row.kind === 'user',
    phone: row.phone ?? '',
    chat: row.key,
    instance: row.instance,
    chatId: row.chatId,
    avatar: row.avatar,
    initials: row.initials,
    hue: row.hue,
  }))
  const shown = new Set(chats.map(({ key }) => key))
  const others = (contacts.data?.rows ?? []).flatMap((row): readonly FoundPerson[] =>
    row.chat !== null && shown.has(row.chat)
      ? []
      : [
          {
            id: `contact-${row.id}`,
            title: row.name,
            isPerson: true,
            phone: row.phone,
            chat: row.chat,
            instance: of,
            chatId: row.id,
            avatar: row.avatar,
            initials: initialsOf(row.name),
            hue: hueOf(row.id),
          },
        ],
  )
  const isStale = [searched, contacts].some(({ isPlaceholderData, isLoading }) => isPlaceholderData || isLoading)
  return { people: [...known, ...others.slice(0, mostFound)], isStale }
}

export interface PeopleFoundProps {
  /** Of the list, for the field that moves through it. */
  readonly id: string
  readonly people: readonly FoundPerson[]
  readonly active: FoundPerson | undefined
  readonly onChoose: (person: FoundPerson) => void
  /** Shown behind a name besides the number. */
  readonly detail?: (person: FoundPerson) => ReactNode
}

/** The list under the field; the focus stays in the field. */
export function PeopleFound({ id, people, active, onChoose, detail }: PeopleFoundProps) {
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
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          onKeyDown={(event) => event.key === 'Enter' && onChoose(person)}
        >
          <Avatar initials={person.initials} hue={person.hue} avatar={person.avatar} size={28} />
          <bdi className="ell">{person.title}</bdi>
          {person.phone !== '' && person.phone !== person.title && <span className="muted num">{person.phone}</span>}
          {detail?.(person)}
          {person.chat === null && <span className="muted">{t('chats.newChat')}</span>}
        </div>
      ))}
    </div>
  )
}

interface PersonPick {
  /** The one that is marked. */
  readonly active: FoundPerson | undefined
  /** Nobody is picked any more: the text changed. */
  readonly reset: () => void
  /** Enter was pressed. */
  readonly enter: () => void
  /** An Enter that waits is no longer wanted. */
  readonly forget: () => void
  readonly listId: string
  /** For the text field. */
  readonly field: {
    readonly role: 'combobox'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-activedescendant': string | undefined
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

interface PersonPickOptions {
  readonly people: readonly FoundPerson[]
  /** Where they are searched, and the text. */
  readonly question: string
  /** The search for it has ended: `people` are those that it finds. */
  readonly isCurrent: boolean
  /** The text is a number or an id: Enter means nobody until somebody is picked. A name means the first one it fits. */
  readonly meansItself?: boolean
  /** Enter, once it is known whom it means; undefined: nobody. */
  readonly onEnter: (person: FoundPerson | undefined) => void
}

/**
 * Picking one of the people found, by arrow keys in the field. Enter waits for the end of the search: the first one of
 * an earlier text is somebody else.
 */
export function usePersonPick({
  people,
  question,
  isCurrent,
  meansItself = false,
  onEnter,
}: PersonPickOptions): PersonPick {
  const listId = useId()
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = people.find(({ id }) => id === picked)
  const active = chosen ?? (meansItself ? undefined : people[0])
  const entered = useWhenCurrent(question, isCurrent || chosen !== undefined, () => onEnter(active))
  const move = (by: 1 | -1): void => {
    const next = (active === undefined ? -1 : people.indexOf(active)) + by
    const at = next < 0 ? (meansItself ? people.length : 0) : Math.min(next, people.length - 1)
    setPicked(people[at]?.id ?? null)
  }
  return {
    active,
    reset: () => setPicked(null),
    enter: () => void entered.act(),
    forget: entered.forget,
    listId,
    field: {
      role: 'combobox',
      'aria-expanded': people.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active === undefined ? undefined : `${listId}-${active.id}`,
      onKeyDown: (event) => {
        if (people.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      },
    },
  }
}

export interface PersonFieldProps {
  readonly text: string
  /** Those that fit the text. */
  readonly people: readonly FoundPerson[]
  /** `people` are of an earlier text: Enter takes the first of those that are found for this one. */
  readonly isStale: boolean
  /** Somebody is chosen: Enter submits the form. */
  readonly isDone?: boolean
  readonly autoFocus?: boolean
  readonly onText: (text: string) => void
  readonly onChoose: (person: FoundPerson) => void
  readonly detail?: (person: FoundPerson) => ReactNode
}

/** The field in which people are found by name. Enter takes the one that is marked, and submits nothing yet. */
export function PersonField({
  people,
  isStale,
  isDone = false,
  text,
  autoFocus,
  onText,
  onChoose,
  detail,
}: PersonFieldProps) {
  const t = useTranslations()
  const { active, reset, enter, forget, listId, field } = usePersonPick({
    people,
    question: text,
    isCurrent: !isStale,
    onEnter: (person) => person !== undefined && choose(person),
  })
  const choose = (person: FoundPerson): void => {
    reset()
    onChoose(person)
  }
  return (
    <>
      <TextField
        {...field}
        label={t('ui.whom')}
        autoFocus={autoFocus}
        value={text}
        maxLength={200}
        onKeyDown={(event) => {
          field.onKeyDown(event)
          if (event.key !== 'Enter' || isDone) return
          event.preventDefault()
          enter()
        }}
        onBlur={forget}
        onChange={(event) => {
          reset()
          onText(event.target.value)
        }}
      />
      {people.length > 0 && (
        <PeopleFound id={listId} people={people} active={active} onChoose={choose} {...(detail && { detail })} />
      )}
    </>
  )
}
