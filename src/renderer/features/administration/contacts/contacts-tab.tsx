import './contacts.css'
import { useDeferredValue, useState } from 'react'
import type { ContactFilter, ContactRow, SteadyInstance } from '../../../../contract/index.ts'
import { hueOf, initialsOf } from '../../../../contract/values.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useNumbers } from '../../../lib/numbers.ts'
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
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { InspectorView, SidePanel } from '../../../ui/inspector/inspector-view.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { VirtualTable, type TableColumn } from '../../../ui/tables/virtual-table.tsx'
import { CheckNumbers } from './check-numbers.tsx'
import { ContactDialog } from './contact-form-dialog.tsx'
import { goTo, goings } from '../../../lib/routing/route.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

interface ContactPanelProps {
  readonly instance: SteadyInstance
  readonly contact: ContactRow
  readonly onClose: () => void
  readonly onEdit: () => void
  readonly onWrite: () => void
}

/** One contact, with the actions that its family has. */
function ContactPanel({ instance, contact, onClose, onEdit, onWrite }: ContactPanelProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [asked, ask, close] = useQuestion<true>()
  const [remove, { pending }] = useContractCommand('contacts.delete')
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const { id, name, phone, inContacts, check } = contact
  const confirm = async () => {
    const result = await remove({ instance: instance.key, chatId: id })
    close()
    if (result.ok) showToast('contacts.deleted', { values: { name } })
  }
  return (
    <SidePanel label={t('contacts.panel')} title={name} onClose={onClose}>
      <div className="sect">
        <dl className="i-kv">
          <dt>{t('contacts.number')}</dt>
          <dd className="num">{phone === '' ? t('contacts.hidden') : phone}</dd>
          <dt>{t('contacts.id')}</dt>
          <dd className="mono">{id}</dd>
          <dt>{t('contacts.account')}</dt>
          <dd>
            {check === null
              ? t('contacts.notChecked')
              : t(check.exists ? 'contacts.existsAt' : 'contacts.missingAt', { time: times.sentence(check.at, now) })}
          </dd>
        </dl>
        <div className="insp-acts">
          <Button size="compact" icon="chat" onClick={onWrite}>
            {t('contacts.write')}
          </Button>
          {inContacts
            ? !lacks('editContact') && (
                <Button size="compact" icon="edit" onClick={onEdit}>
                  {t('ui.edit')}
                </Button>
              )
            : !lacks('addContact') && (
                <Button size="compact" icon="plus" onClick={onEdit}>
                  {t('contacts.add')}
                </Button>
              )}
          {inContacts && !lacks('deleteContact') && (
            <Button size="compact" danger onClick={() => ask(true)}>
              {t('ui.delete')}
            </Button>
          )}
        </div>
      </div>
      {asked && (
        <ConfirmDialog
          title={t('contacts.deleteTitle', { name })}
          text={t('contacts.deleteText')}
          confirm={t('ui.delete')}
          danger
          busy={pending}
          onConfirm={() => void confirm()}
          onClose={close}
        />
      )}
    </SidePanel>
  )
}

const none: readonly ContactRow[] = []

/** Everybody the account knows, with search; beside it the one that is chosen, or numbers that are checked. */
export function ContactsTab({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow()
  const medium = useIsMedium()
  const [text, setText] = useState('')
  const [only, setOnly] = useState<ContactFilter>('all')
  const [beside, setBeside] = useState<'nothing' | 'check' | { readonly contact: string }>('nothing')
  // Not in the panel, which closes when its contact leaves the rows.
  const [edited, edit, stopEditing] = useQuestion<{ readonly contact: ContactRow | null }>()
  const wanted = useDeferredValue(text)
  const { data } = useContractQuery(
    'contacts.list',
    { instance: instance.key, text: wanted, only },
    { keepPrevious: true },
  )
  const [read, reading] = useContractCommand('contacts.read')
  const writeTo = useWriteTo(instance)
  const rows = data?.rows ?? none
  const chosen = typeof beside === 'object' ? beside.contact : null
  const index = rows.findIndex(({ id }) => id === chosen)
  const contact = rows[index]
  const shown = rows.find(({ id }) => id === edited?.contact?.id) ?? edited?.contact ?? null
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const columns: readonly TableColumn<ContactRow>[] = [
    {
      id: 'name',
      head: t('contacts.name'),
      width: 'minmax(150px, 1fr)',
      cell: ({ id, name, avatar }) => (
        <span className="nm">
          <Avatar initials={initialsOf(name)} hue={hueOf(id)} avatar={avatar} size={28} />
          <span className="ell">{name}</span>
        </span>
      ),
    },
    {
      id: 'number',
      head: t('contacts.number'),
      width: '170px',
      cell: ({ phone, id }) => <span className="ell num">{phone === '' ? id : phone}</span>,
    },
    {
      id: 'account',
      head: t('contacts.account'),
      width: '150px',
      shown: beside === 'nothing' || !medium,
      cell: ({ check }) =>
        check === null ? (
          <span className="muted">{t('contacts.notChecked')}</span>
        ) : (
          t(check.exists ? 'contacts.exists' : 'contacts.missing')
        ),
    },
    {
      id: 'from',
      head: t('contacts.from'),
      width: '120px',
      shown: !medium,
      cell: ({ inContacts }) => t(inContacts ? 'administration.tab.contacts' : 'contacts.fromChats'),
    },
    {
      id: 'last',
      head: t('contacts.last'),
      width: '120px',
      shown: beside === 'nothing' || !medium,
      cell: ({ lastAt }) => (lastAt === null ? '' : times.list(lastAt, now)),
    },
  ]
  return (
    <div className="i-tab">
      <InspectorView
        label={t('administration.tab.contacts')}
        inspector={
          beside === 'check' ? (
            <CheckNumbers instance={instance} onClose={() => setBeside('nothing')} onWrite={writeTo} />
          ) : contact !== undefined ? (
            <ContactPanel
              key={contact.id}
              instance={instance}
              contact={contact}
              onClose={() => setBeside('nothing')}
              onEdit={() => edit({ contact })}
              onWrite={() => void writeTo(contact.id)}
            />
          ) : null
        }
      >
        <div className="filterbar">
          <SearchField label={t('contacts.search')} value={text} onChange={setText} />
          <ChoiceGroup
            label={t('contacts.from')}
            variant="chips"
            value={only}
            choices={[
              { value: 'all', label: t('contacts.all'), count: data?.total },
              { value: 'contacts', label: t('administration.tab.contacts'), count: data?.inContacts },
              {
                value: 'chats',
                label: t('contacts.fromChats'),
                count: data === undefined ? undefined : data.total - data.inContacts,
              },
              { value: 'missing', label: t('contacts.missing'), count: data?.missing },
            ]}
            onChange={setOnly}
          />
          <span className="end">
            <IconButton
              size="compact"
              icon="refresh"
              label={t('contacts.read')}
              disabled={reading.pending}
              onClick={() => void read({ instance: instance.key })}
            />
            <Button
              size="compact"
              icon="okCircle"
              blocked={lacks('checkAccount')}
              title={lacks('checkAccount') ? t('administration.notOffered') : undefined}
              onClick={() => setBeside('check')}
            >
              {t('contacts.check')}
            </Button>
            <Button
              size="compact"
              kind="primary"
              icon="plus"
              blocked={lacks('addContact')}
              title={lacks('addContact') ? t('administration.notOffered') : undefined}
              onClick={() => edit({ contact: null })}
            >
              {t('contacts.add')}
            </Button>
          </span>
        </div>
        <VirtualTable<ContactRow>
          label={t('administration.tab.contacts')}
          columns={columns}
          resetKey={`${only} ${wanted}`}
          rows={rows}
          keyOf={({ id }) => id}
          selectedIndex={index < 0 ? null : index}
          onSelect={({ id }) => setBeside({ contact: id })}
          onOpen={({ id }) => void writeTo(id)}
          rowHeight={44}
          empty={
            data === undefined ? null : (
              <EmptyState icon="user" title={t('contacts.none')} text={t('contacts.noneText')} />
            )
          }
        />
        <div className="tbl-foot">
          <span className="num">
            {data === undefined
              ? ''
              : data.fitting > rows.length
                ? t('contacts.more', { shown: numbers.count(rows.length), count: data.fitting })
                : t('contacts.count', { count: data.fitting })}
            {data?.readAt ? `, ${t('contacts.readAt', { time: times.sentence(data.readAt, now) })}` : ''}
          </span>
        </div>
      </InspectorView>
      {edited && (
        <ContactDialog
          instance={instance}
          contact={shown?.inContacts === false ? { ...shown, name: '' } : shown}
          onClose={stopEditing}
        />
      )}
    </div>
  )
}

/** Opens the chat with an id, which is made where there is none. */
function useWriteTo({ key }: SteadyInstance): (chatId: string) => Promise<void> {
  const [open] = useContractCommand('chats.open')
  const isShown = useIsShown()
  return async (chatId) => {
    const before = goings()
    const result = await open({ instance: key, chatId })
    // Another tab leaves no step in the history.
    if (result.ok && isShown.current && goings() === before)
      goTo({ view: 'chats', scope: key, chat: result.value.chat })
  }
}
