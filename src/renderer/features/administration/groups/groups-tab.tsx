import './groups.css'
import { useDeferredValue, useState } from 'react'
import type { ChatKey, GroupRow, SteadyInstance } from '../../../../contract/index.ts'
import { hueOf, initialsOf } from '../../../../contract/values.ts'
import { filterBy } from '../../../../contract/text/fold.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useIsMedium } from '../../../lib/use-media.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { InspectorView } from '../../../ui/inspector/inspector-view.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { VirtualTable, type TableColumn } from '../../../ui/tables/virtual-table.tsx'
import { GroupPanel } from './group-panel.tsx'
import { PersonField, useFoundPeople } from '../../../client/people-found.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

interface Chosen {
  readonly id: string
  readonly name: string
  /** Formatted; '' where it is hidden. */
  readonly phone: string
}

interface NewGroupDialogProps {
  readonly instance: SteadyInstance
  readonly onClose: () => void
  readonly onMade: (chat: ChatKey) => void
}

/** People that are listed; the rest is found by searching. */
const mostShown = 60

/** A group with a name and people from the account's contacts: asked for once, and one in five minutes. */
function NewGroupDialog({ instance, onClose, onMade }: NewGroupDialogProps) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [create, { pending, error }] = useContractCommand('groups.create', { errors: 'return' })
  const isShown = useIsShown()
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
    // A person who closed it meanwhile reads another group, or none.
    if (result.ok && isShown.current) onMade(result.value.chat)
  }
  const listed = data?.rows ?? []
  // Chosen people stay in sight during a search, and choosing does not move a row.
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

type RoleFilter = 'all' | 'mine' | 'left'
const filters: Readonly<Record<RoleFilter, (group: GroupRow) => boolean>> = {
  all: () => true,
  mine: ({ role }) => role === 'owner' || role === 'admin',
  left: ({ state }) => state === 'notMember' || state === 'notFound',
}
const none: readonly GroupRow[] = []

/** The account's groups, and beside them the one that is chosen. */
export function GroupsTab({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow(1000)
  const medium = useIsMedium()
  const { data } = useContractQuery('groups.list', { instance: instance.key })
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<RoleFilter>('all')
  const [selected, setSelected] = useState<ChatKey | null>(null)
  const [making, setMaking, stopMaking] = useQuestion<true>()
  const groups = data?.groups ?? none
  const finds = filterBy(text)
  const rows = groups.filter(filters[filter]).filter(({ title, chatId }) => finds(title, chatId))
  const index = rows.findIndex(({ chat }) => chat === selected)
  const chosen = rows[index]
  const waitMs = Math.max(0, (data?.nextAt ?? 0) - now)
  const absent = instance.absentOperations.includes('createGroup')
  const columns: readonly TableColumn<GroupRow>[] = [
    {
      id: 'name',
      head: t('groups.name'),
      width: 'minmax(150px, 1fr)',
      cell: ({ title, chatId, avatar }) => (
        <span className="nm">
          <Avatar initials={initialsOf(title)} hue={hueOf(chatId)} avatar={avatar} size={28} />
          <span className="ell">{title}</span>
        </span>
      ),
    },
    {
      id: 'people',
      head: t('groups.people'),
      width: '96px',
      align: 'end',
      cell: ({ people }) => (people === null ? '–' : numbers.count(people)),
    },
    {
      id: 'role',
      head: t('groups.role'),
      width: '132px',
      cell: ({ role, state }) => (
        <span className="tag">
          {t(state === 'known' || state === 'unknown' ? `groups.role.${role}` : `groups.state.${state}`)}
        </span>
      ),
    },
    {
      id: 'last',
      head: t('groups.last'),
      width: '110px',
      shown: selected === null || !medium,
      cell: ({ lastAt }) => (lastAt === 0 ? '' : times.list(lastAt, now)),
    },
    {
      id: 'read',
      head: t('groups.read'),
      width: '110px',
      shown: !medium,
      cell: ({ readAt }) => (readAt === null ? t('groups.notRead') : times.list(readAt, now)),
    },
  ]
  return (
    <div className="i-tab">
      <InspectorView
        label={t('administration.tab.groups')}
        inspector={
          chosen === undefined ? null : (
            <GroupPanel key={chosen.chat} instance={instance} row={chosen} onClose={() => setSelected(null)} />
          )
        }
      >
        <div className="filterbar">
          <SearchField label={t('groups.search')} value={text} onChange={setText} />
          <ChoiceGroup
            label={t('groups.role')}
            variant="chips"
            value={filter}
            choices={(['all', 'mine', 'left'] as const).map((value) => ({
              value,
              label: t(`groups.filter.${value}`),
              count: groups.filter(filters[value]).length,
            }))}
            onChange={setFilter}
          />
          <span className="end">
            {waitMs > 0 && (
              <span className="muted num">
                {t('groups.nextIn', { time: numbers.duration(Math.ceil(waitMs / 1000) * 1000) })}
              </span>
            )}
            <Button
              size="compact"
              icon="plus"
              blocked={waitMs > 0 || absent}
              title={waitMs > 0 ? t('groups.oneInFive') : absent ? t('administration.notOffered') : undefined}
              onClick={() => setMaking(true)}
            >
              {t('groups.newTitle')}
            </Button>
          </span>
        </div>
        <VirtualTable<GroupRow>
          label={t('administration.tab.groups')}
          columns={columns}
          resetKey={`${filter} ${text}`}
          rows={rows}
          keyOf={({ chat }) => chat}
          selectedIndex={index < 0 ? null : index}
          onSelect={({ chat }) => setSelected(chat)}
          onOpen={({ chat }) => goTo({ view: 'chats', scope: instance.key, chat })}
          rowHeight={44}
          empty={
            data === undefined ? null : (
              <EmptyState icon="group" title={t('chats.emptyGroups')} text={t('groups.noneText')} />
            )
          }
        />
      </InspectorView>
      {making && (
        <NewGroupDialog
          instance={instance}
          onClose={stopMaking}
          onMade={(chat) => {
            stopMaking()
            setSelected(chat)
          }}
        />
      )}
    </div>
  )
}
