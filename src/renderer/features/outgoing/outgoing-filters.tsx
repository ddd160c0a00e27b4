import { useState, type ReactNode } from 'react'
import type { OutgoingFilter, QuickReplyKey, Scope } from '../../../contract/index.ts'
import { statusKinds, type StatusKind } from '../../../contract/statuses.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { ChatFilter } from '../../client/chat-filter.tsx'
import { findType, messageTypes, typeText, type MessageType } from '../../lib/message-types.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { kindIcon } from '../../ui/text/content-preview.tsx'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { NumberFilter } from '../../ui/inspector/number-filter.tsx'
import { TextFilter } from '../../ui/inspector/text-filter.tsx'
import { StatusMark, statusText } from '../../ui/marks/status-mark.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { largestLookBack, startAddress, type OutgoingAddress } from './filter-address.ts'
import { useTeam } from '../../client/use-team.ts'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'

type Senders = Pick<OutgoingFilter, 'author' | 'sender'>

interface SenderFilterProps {
  readonly filter: Senders
  readonly onChange: (chosen: Senders) => void
}

const anybody: Senders = { author: null, sender: null }

/** Filter by who sent a message: people, programs, one program, or one member of the team. */
function SenderFilter({ filter, onChange }: SenderFilterProps) {
  const t = useTranslations()
  const members = useTeam()?.members ?? []
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  const { author = null, sender = null } = filter
  const programs = data?.rows ?? []
  if (members.length === 0 && programs.length === 0 && author === null && sender === null) return null
  // A value begins with the name, which the list is searched by.
  const options = [
    ...(['people', 'programs', 'held'] as const).map((one) => ({
      chosen: { ...anybody, sender: one },
      name: t(`outgoing.sender.${one}`),
      value: `${t(`outgoing.sender.${one}`)} ${one}`,
      label: t(`outgoing.sender.${one}`),
    })),
    ...programs.map(({ key, name }) => ({
      chosen: { ...anybody, sender: key },
      name,
      value: `${name} ${key}`,
      label: (
        <span className="cellrow">
          <Icon name="plug" />
          <bdi className="ell">{name}</bdi>
        </span>
      ),
    })),
    ...members.map((member) => {
      const name = member.isThis ? t('ui.nameYou', { name: member.name }) : member.name
      return {
        chosen: { ...anybody, author: member.desk },
        name,
        value: `${name} ${member.desk}`,
        label: (
          <span className="cellrow">
            <MemberAvatar person={member} />
            <bdi className="ell">{name}</bdi>
          </span>
        ),
      }
    }),
  ]
  const set = options.filter(
    ({ chosen }) =>
      (chosen.author !== null && chosen.author === author) || (chosen.sender !== null && chosen.sender === sender),
  )
  // One that was removed has no name here.
  const value = author === null && sender === null ? null : set.map(({ name }) => name).join(', ') || '…'
  return (
    <FilterButton
      icon="user"
      label={t('outgoing.author')}
      value={value}
      onClear={() => onChange(anybody)}
      content={(close) => (
        <FilterList<string>
          options={options}
          chosen={set.map((one) => one.value)}
          onChange={(values) => {
            const added = values.find((one) => set.every((before) => before.value !== one))
            onChange(options.find((option) => option.value === added)?.chosen ?? anybody)
            close()
          }}
        />
      )}
    />
  )
}

/** More are found by their name. */
const mostShown = 50

interface QuickReplyFilterProps {
  readonly scope: Scope
  readonly chosen: OutgoingFilter['quickReplies']
  readonly onChange: (chosen: OutgoingFilter['quickReplies']) => void
}

/** Filter by what a message was written with: any quick reply, or some of them. */
function QuickReplyFilter({ scope, chosen, onChange }: QuickReplyFilterProps) {
  const t = useTranslations()
  const { data: replies = [] } = useContractQuery('quickReplies.list', { scope })
  const [text, setText] = useState('')
  const isAny = chosen === 'any'
  const keys: readonly QuickReplyKey[] = isAny ? [] : chosen
  if (replies.length === 0 && !isAny && keys.length === 0) return null
  const nameOf = (key: QuickReplyKey): string => replies.find((reply) => reply.key === key)?.name ?? '…'
  const finds = filterBy(text)
  const found = replies.filter(({ name }) => finds(name)).slice(0, mostShown)
  return (
    <FilterButton
      icon="slash"
      label={t('outgoing.quickReply')}
      value={isAny ? t('outgoing.anyQuickReply') : chosenText(t, keys.map(nameOf))}
      onClear={() => onChange([])}
      content={() => (
        <div className="filter-form">
          <SearchField label={t('outgoing.searchQuickReplies')} value={text} onChange={setText} autoFocus />
          <div className="filter-list">
            <Checkbox
              label={t('outgoing.anyQuickReply')}
              checked={isAny}
              onChange={(on) => onChange(on ? 'any' : [])}
            />
          </div>
          <FilterList
            options={found.map(({ key, name }) => ({ value: String(key), label: <bdi className="ell">{name}</bdi> }))}
            chosen={keys.map(String)}
            onChange={(next) => onChange(next.map((key) => Number(key) as QuickReplyKey))}
          />
        </div>
      )}
    />
  )
}

export interface OutgoingFiltersProps {
  readonly address: OutgoingAddress
  readonly scope: Scope
  readonly filtered: boolean
  /** In a low window: the counts, on the same line. */
  readonly counts: ReactNode
  readonly onChange: (next: OutgoingAddress) => void
}

export const typeIcon = (type: MessageType): IconName => {
  switch (type) {
    case 'text':
    case 'textMessage':
      return 'text'
    case 'extendedTextMessage':
      return 'link'
    case 'quotedMessage':
      return 'reply'
    case 'reaction':
      return 'react'
    default:
      return kindIcon(type) ?? 'text'
  }
}

export function OutgoingFilters({ address, scope, filtered, counts, onChange }: OutgoingFiltersProps) {
  const t = useTranslations()
  const { filter } = address
  const set = (part: Partial<OutgoingAddress['filter']>): void =>
    onChange({ ...address, filter: { ...filter, ...part } })
  const kindLabel = (kind: string): string => {
    const known = findType(kind)
    return known === undefined ? kind : t(typeText(known))
  }
  return (
    <div className="filterbar">
      <TextFilter label={t('outgoing.search')} value={filter.text} onChange={(text) => set({ text })} />
      {counts}
      <FilterButton
        icon="okCircle"
        label={t('ui.status')}
        value={chosenText(
          t,
          filter.statuses.map((status) => t(statusText(status))),
        )}
        onClear={() => set({ statuses: [] })}
        content={() => (
          <FilterList<StatusKind>
            options={statusKinds.map((status) => ({
              value: status,
              label: <StatusMark variant="words" status={{ kind: status, changeable: false }} />,
            }))}
            chosen={filter.statuses}
            onChange={(statuses) => set({ statuses: [...statuses] })}
          />
        )}
      />
      <FilterButton
        icon="tag"
        label={t('outgoing.type')}
        value={chosenText(t, filter.kinds.map(kindLabel))}
        onClear={() => set({ kinds: [] })}
        content={() => (
          <FilterList<string>
            options={messageTypes.map((type) => ({
              value: type,
              label: (
                <span className="cellrow">
                  <Icon name={typeIcon(type)} />
                  {t(typeText(type))}
                </span>
              ),
            }))}
            chosen={filter.kinds}
            onChange={(kinds) => set({ kinds: [...kinds] })}
          />
        )}
      />
      <ChatFilter scope={scope} chosen={filter.chats} onChange={(chats) => set({ chats: [...chats] })} />
      <FilterButton
        icon="zap"
        label={t('outgoing.via')}
        value={filter.sentByApi === null ? null : t(filter.sentByApi ? 'outgoing.via.api' : 'outgoing.via.phone')}
        onClear={() => set({ sentByApi: null })}
        content={(close) => (
          <FilterList<'yes' | 'no'>
            options={[
              { value: 'yes', label: t('outgoing.byApi') },
              { value: 'no', label: t('inspector.event.phone') },
            ]}
            chosen={filter.sentByApi === null ? [] : [filter.sentByApi ? 'yes' : 'no']}
            onChange={(chosen) => {
              const latest = chosen.at(-1)
              set({ sentByApi: latest === undefined ? null : latest === 'yes' })
              close()
            }}
          />
        )}
      />
      <QuickReplyFilter scope={scope} chosen={filter.quickReplies} onChange={(quickReplies) => set({ quickReplies })} />
      <SenderFilter filter={filter} onChange={set} />
      <MinutesFilter
        icon="clock"
        label={t('outgoing.older')}
        long={t('outgoing.olderLabel')}
        help={t('outgoing.olderHelp')}
        ms={filter.olderThanMs}
        onChange={(olderThanMs) => set({ olderThanMs })}
      />
      <MinutesFilter
        icon="hourglass"
        label={t('outgoing.stuck')}
        long={t('outgoing.stuckLabel')}
        help={t('outgoing.stuckHelp')}
        ms={filter.stuckLongerThanMs}
        onChange={(stuckLongerThanMs) => set({ stuckLongerThanMs })}
      />
      {filtered && (
        <Button
          kind="text"
          onClick={() =>
            onChange({
              sort: address.sort,
              filter: { ...startAddress.filter, minutes: filter.minutes, lookBackBy: filter.lookBackBy },
            })
          }
        >
          {t('inspector.clearAll')}
        </Button>
      )}
    </div>
  )
}

interface MinutesFilterProps {
  readonly icon: IconName
  readonly label: string
  /** Names the field, with its unit. */
  readonly long: string
  readonly help: string
  readonly ms: number | null
  readonly onChange: (ms: number | null) => void
}

/** A span of time, set in whole minutes. */
function MinutesFilter({ icon, label, long, help, ms, onChange }: MinutesFilterProps) {
  const t = useTranslations()
  const minutes = ms === null ? null : Math.round(ms / 60_000)
  return (
    <FilterButton
      icon={icon}
      label={label}
      value={minutes === null ? null : t('outgoing.minutes', { minutes })}
      onClear={() => onChange(null)}
      content={(close) => (
        <NumberFilter
          label={long}
          help={help}
          value={minutes}
          min={1}
          max={largestLookBack}
          onApply={(value) => onChange(value * 60_000)}
          onClose={close}
        />
      )}
    />
  )
}
