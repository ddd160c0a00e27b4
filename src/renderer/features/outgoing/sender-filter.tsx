import type { OutgoingFilter } from '../../../contract/outgoing.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeam } from '../../client/use-team.ts'
import { useTranslations } from '../../lib/translations.ts'
import { FilterButton, FilterList } from '../../ui/inspector/filter-button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'

type Senders = Pick<OutgoingFilter, 'author' | 'sender'>

export interface SenderFilterProps {
  readonly filter: Senders
  readonly onChange: (chosen: Senders) => void
}

const anybody: Senders = { author: null, sender: null }

/** Filter by who sent a message: people, programs, one program, or one member of the team. */
export function SenderFilter({ filter, onChange }: SenderFilterProps) {
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
