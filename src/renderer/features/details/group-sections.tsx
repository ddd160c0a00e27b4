import type { ChatDetails, ChatKey, GroupDetails, GroupParticipant, InstanceKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstance } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { CopyButton } from '../../ui/inspector/raw-section.tsx'
import { askToOpenLink } from '../../ui/text/link.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLateFocus } from '../../lib/keys/use-late-focus.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goings } from '../../lib/routing/route.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { findParticipants } from './find-participants.ts'

interface ParticipantsProps {
  readonly details: ChatDetails
  readonly group: GroupDetails
  /** The panel's own scroll box: the list is a part of it. */
  readonly scroller: HTMLDivElement | null
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
}

const rowHeight = 44

/** The people of a group with their roles: searchable, virtual, each opens a chat. */
function Participants({ details, group, scroller, onOpenChat }: ParticipantsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const asked = useDeferredValue(text)
  const [active, setActive] = useState(0)
  const focusLate = useLateFocus(list, (index: number) =>
    list.current?.querySelector<HTMLElement>(`[data-person="${index}"]`),
  )
  const [margin, setMargin] = useState(0)
  const people = useMemo(() => findParticipants(group.participants, asked), [group.participants, asked])
  const [openChat] = useContractCommand('chats.open')

  useLayoutEffect(() => {
    const box = scroller
    const element = list.current
    if (!box || !element) return
    const measure = () =>
      setMargin(Math.round(element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [scroller])
  // The virtualizer is a mutable object by design; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: people.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => people[index]?.chatId ?? index,
    overscan: 8,
    scrollMargin: margin,
  })
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: people.length - 1,
    }
    const wanted = steps[event.key]
    if (wanted === undefined || people.length === 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(wanted, people.length - 1))
    setActive(next)
    virtualizer.scrollToIndex(next, { align: 'auto' })
    focusLate(next)
  }
  const open = async (person: GroupParticipant) => {
    if (person.own) return
    const before = goings()
    const result = await openChat({ instance: details.instance, chatId: person.chatId })
    if (result.ok && goings() === before) onOpenChat(details.instance, result.value.chat)
  }
  const items = virtualizer.getVirtualItems()
  const stop = items.some((item) => item.index === active) ? active : (items[0]?.index ?? 0)
  return (
    <div className="sect">
      <h3>
        {t('details.participants')}
        <span className="n num">{numbers.count(group.participants.length)}</span>
      </h3>
      <SearchField
        label={t('details.searchParticipants')}
        placeholder={t('details.searchParticipantsHint')}
        value={text}
        onChange={(next) => {
          setText(next)
          setActive(0)
        }}
      />
      {people.length === 0 && <p className="muted fresh">{t('details.nobodyFound')}</p>}
      <ul
        ref={list}
        className="people"
        aria-label={t('details.participants')}
        style={{ height: people.length * rowHeight }}
        onKeyDown={move}
      >
        {items.map((item) => {
          const person = people[item.index]
          if (!person) return null
          return (
            <li
              key={item.key}
              style={{ transform: `translateY(${item.start - margin}px)` }}
              aria-setsize={people.length}
              aria-posinset={item.index + 1}
            >
              <button
                type="button"
                className="person"
                data-person={item.index}
                tabIndex={item.index === stop ? 0 : -1}
                title={person.own ? undefined : t('details.writeTo', { name: person.name.slice(0, 100) })}
                onFocus={() => setActive(item.index)}
                onClick={() => void open(person)}
              >
                <Avatar initials={person.initials} hue={person.hue} avatar={person.avatar} size={32} />
                <span className="grow">
                  <span className="n1 ell" style={{ display: 'block' }}>
                    <bdi>
                      {person.own ? t('details.self', { name: person.name.slice(0, 200) }) : person.name.slice(0, 200)}
                    </bdi>
                  </span>
                  <span className="n2 ell num" style={{ display: 'block' }}>
                    <bdi>{secondLine(person, t('details.notInContacts'))}</bdi>
                  </span>
                </span>
                {person.role !== 'member' && (
                  <Tag tone={person.role === 'owner' ? 'accent' : 'plain'}>
                    {t(person.role === 'owner' ? 'details.roleOwner' : 'details.roleAdmin')}
                  </Tag>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const secondLine = (person: GroupParticipant, notInContacts: string): string => {
  const number = person.phone ?? person.chatId
  const isNameless = person.name === number || person.name.replaceAll(/\D/g, '') === number.replaceAll(/\D/g, '')
  return isNameless && !person.inContacts ? notInContacts : number
}

export interface GroupSectionsProps {
  readonly details: ChatDetails
  readonly group: GroupDetails
  readonly scroller: HTMLDivElement | null
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
  readonly part: 'about' | 'facts' | 'invite' | 'people'
}

/** Everything that getGroupData returns (service 2.6). */
export function GroupSections(props: GroupSectionsProps) {
  switch (props.part) {
    case 'about':
      return <About {...props} />
    case 'facts':
      return <Facts {...props} />
    case 'invite':
      return <Invite {...props} />
    case 'people':
      return <People {...props} />
  }
}

function About({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const instance = useInstance(details.instance)
  const [refresh, refreshing] = useContractCommand('chats.refreshGroup')
  const again = (
    <Button size="compact" busy={refreshing.pending} onClick={() => void refresh({ chat: details.key })}>
      {t('ui.tryAgain')}
    </Button>
  )
  const name = instance?.name ?? ''
  return (
    <>
      {group.state === 'notMember' && (
        <Banner
          tone="warn"
          icon="group"
          title={t('details.notMember')}
          text={t('details.notMemberText', { name })}
          actions={again}
        />
      )}
      {group.state === 'notFound' && (
        <Banner
          tone="warn"
          icon="group"
          title={t('details.notFound')}
          text={t('details.notFoundText')}
          actions={again}
        />
      )}
      {group.description !== '' && (
        <div className="sect">
          <h3>{t('details.description')}</h3>
          <p className="about" dir="auto">
            <RichText text={group.description} />
          </p>
        </div>
      )}
    </>
  )
}

function Facts({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const times = useTimes()
  if (group.state === 'unknown') return null
  return (
    <>
      {group.subject !== '' && group.subject !== details.title && (
        <>
          <dt>{t('details.subject')}</dt>
          <dd>
            <bdi>{group.subject.slice(0, 1000)}</bdi>
          </dd>
        </>
      )}
      {group.owner !== '' && (
        <>
          <dt>{t('details.owner')}</dt>
          <dd title={group.owner}>
            <bdi>{group.ownerName || group.owner}</bdi>
          </dd>
        </>
      )}
      {group.createdAt !== null && (
        <>
          <dt>{t('details.created')}</dt>
          <dd className="num">{times.dateTime(group.createdAt)}</dd>
        </>
      )}
    </>
  )
}

function Invite({ details, group }: GroupSectionsProps) {
  const t = useTranslations()
  const name = useInstance(details.instance)?.name ?? ''
  const { inviteLink } = group
  if (group.state === 'unknown') return null
  return (
    <>
      <dt>{t('details.inviteLink')}</dt>
      {inviteLink === '' ? (
        <dd className="muted">
          {group.state !== 'known'
            ? t('details.inviteNotAvailable')
            : group.ownRole === 'member'
              ? t('details.inviteMember', { name })
              : t('details.inviteNone')}
        </dd>
      ) : (
        <dd className="invite">
          <button type="button" className="link" onClick={() => askToOpenLink(inviteLink)}>
            {inviteLink}
          </button>
          <CopyButton label={t('details.copyInvite')} text={inviteLink} />
        </dd>
      )}
    </>
  )
}

function People({ details, group, scroller, onOpenChat }: GroupSectionsProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [refresh, refreshing] = useContractCommand('chats.refreshGroup')
  const may = (value: boolean | undefined) =>
    value === undefined ? (
      <span className="muted">{t('details.notKnown')}</span>
    ) : value ? (
      <Tag tone="ok">
        <Icon name="check" />
        {t('details.yes')}
      </Tag>
    ) : (
      <Tag>{t('details.no')}</Tag>
    )
  return (
    <>
      {group.state !== 'unknown' && (
        <div className="sect">
          <h3>{t('details.mayTitle')}</h3>
          <div className="set">
            <span>{t('details.mayEdit')}</span>
            {may(group.participantsMay.editGroupSettings)}
          </div>
          <div className="set">
            <span>{t('details.mayAdd')}</span>
            {may(group.participantsMay.addMembers)}
          </div>
        </div>
      )}
      {group.participants.length > 0 && (
        <Participants details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} />
      )}
      <p className="fresh">
        {group.fetchedAt === null
          ? t('details.groupNever')
          : t('details.groupFrom', { time: times.sentence(group.fetchedAt, now) })}
        <Button kind="text" busy={refreshing.pending} onClick={() => void refresh({ chat: details.key })}>
          {t('ui.refresh')}
        </Button>
      </p>
    </>
  )
}
