import { useEffect, useState, useDeferredValue } from 'react'
import type { ContractErrorData, GroupParticipant, GroupRow, SteadyInstance } from '../../../../contract/index.ts'
import { hueOf, initialsOf } from '../../../../contract/values.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { unfinishedValue, useUnfinishedValue } from '../../../lib/text/use-unfinished-text.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { SidePanel } from '../../../ui/inspector/inspector-view.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PictureButton } from '../../../ui/controls/picture-button.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { GroupRights } from './group-rights.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'
import { PeopleFound, useFoundPeople, usePersonPick, type FoundPerson } from '../../../client/people-found.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { readParticipant } from './read-participant.ts'

export interface GroupPanelProps {
  readonly instance: SteadyInstance
  readonly row: GroupRow
  readonly onClose: () => void
}

/** The last refusal, and what the person can do. */
interface Refused {
  readonly what: string
  readonly error: ContractErrorData
  readonly adding: boolean
}

/** Participants that are shown before somebody asks for all. */
const firstPeople = 30

/** One group: name, picture, members, their rights. Offers only what the account may do. */
export function GroupPanel({ instance, row, onClose }: GroupPanelProps) {
  const { chat, chatId, avatar } = row
  const t = useTranslations()
  const times = useTimes()
  const { data: group } = useContractQuery('groups.details', { chat })
  const [refresh, reading] = useContractCommand('chats.refreshGroup', { errors: 'ignore' })
  const [rename, renaming] = useContractCommand('groups.rename', { errors: 'return' })
  const [setPicture, picturing] = useContractCommand('groups.setPicture', { errors: 'return' })
  const [setSettings, setting] = useContractCommand('groups.setSettings', { errors: 'return' })
  const [add, adding] = useContractCommand('groups.add', { errors: 'return' })
  const [removePerson] = useContractCommand('groups.removePerson', { errors: 'return' })
  const [setAdmin] = useContractCommand('groups.setAdmin', { errors: 'return' })
  const [leave, leaving] = useContractCommand('groups.leave', { errors: 'return' })
  const [nameHome, personHome] = [`name of group ${chat}`, `person to add to group ${chat}`]
  const [name, setName] = useUnfinishedValue<string | null>(nameHome, null)
  const [person, setPerson] = useUnfinishedValue<string | null>(personHome, null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [asked, ask, close] = useQuestion<true>()
  const [all, setAll] = useState(false)
  const read = group?.fetchedAt ?? null
  useEffect(() => {
    if (read === null) void refresh({ chat })
  }, [chat, read, refresh])
  const [markInView] = useContractCommand('chats.inView', { errors: 'ignore' })
  useEffect(() => {
    // Its picture is asked for where it was not, or not for long, as for a chat that is on the screen.
    void markInView({ chats: [chat], open: chat })
  }, [chat, markInView])
  if (group === undefined) return <aside className="inspector" aria-label={t('groups.panel')} aria-busy="true" />

  const administers = group.ownRole === 'owner' || group.ownRole === 'admin'
  const mayEdit = administers || group.participantsMay.editGroupSettings === true
  const mayAdd = administers || group.participantsMay.addMembers === true
  const isMember = group.state === 'known'
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const act = async (
    what: string,
    work: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: { readonly data: ContractErrorData } }>,
    isAdding = false,
  ): Promise<boolean> => {
    const result = await work
    // What is done since takes away no refusal of something else.
    setRefused((before) =>
      result.ok ? (before?.what === what ? null : before) : { what, error: result.error.data, adding: isAdding },
    )
    return result.ok
  }
  const save = async () => {
    const wanted = name?.trim() ?? ''
    if (wanted === '' || wanted === group.subject) return setName(null)
    const isDone = await act(t('groups.refused.rename'), rename({ chat, name: wanted }))
    if (isDone && unfinishedValue(nameHome) === name) setName(null)
  }
  const addPerson = async (participant: string, who: string) => {
    const isDone = await act(t('groups.refused.add', { name: who }), add({ chat, participant }), true)
    if (isDone && unfinishedValue(personHome) === person) setPerson(null)
  }
  const people = all ? group.participants : group.participants.slice(0, firstPeople)
  return (
    <SidePanel
      label={t('groups.panel')}
      title={t('groups.panel')}
      acts={
        <>
          <Button size="compact" icon="chat" onClick={() => goTo({ view: 'chats', scope: instance.key, chat })}>
            {t('chats.open')}
          </Button>
          <IconButton
            size="compact"
            icon="refresh"
            label={t('groups.refresh')}
            disabled={reading.pending}
            onClick={() => void act(t('groups.refused.read'), refresh({ chat }))}
          />
        </>
      }
      onClose={onClose}
    >
      <div className="g-hero">
        <Avatar initials={initialsOf(group.subject)} hue={hueOf(chatId)} avatar={avatar} size={40} />
        <div className="grow">
          {name === null ? (
            <h3>
              <span className="ell">{group.subject}</span>
              {isMember && mayEdit && !lacks('updateGroupName') && (
                <IconButton
                  size="compact"
                  icon="edit"
                  label={t('groups.rename')}
                  onClick={() => setName(group.subject)}
                />
              )}
            </h3>
          ) : (
            <form
              className="i-row"
              onSubmit={(event) => {
                event.preventDefault()
                void save()
              }}
            >
              <input
                className="input"
                aria-label={t('groups.name')}
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <Button size="compact" kind="primary" type="submit" busy={renaming.pending}>
                {t('ui.save')}
              </Button>
              <Button size="compact" onClick={() => setName(null)}>
                {t('ui.cancel')}
              </Button>
            </form>
          )}
          <p className="num">
            {t('groups.count', { count: group.size })}
            {group.createdAt !== null && `, ${t('groups.created', { date: times.date(group.createdAt) })}`}
          </p>
        </div>
        {isMember && mayEdit && !lacks('setGroupPicture') && (
          <PictureButton
            label={t('groups.picture')}
            busy={picturing.pending}
            onPicture={(picture) => void act(t('groups.refused.picture'), setPicture({ chat, picture }))}
          />
        )}
      </div>
      {refused !== null && (
        <div className="refused" role="alert">
          <Icon name="errorCircle" size={14} />
          <span>
            <b>{refused.what}</b> {errorText(t, refused.error)} {refused.adding && t('groups.refused.addWhy')}
            <br />
            {refused.adding && group.inviteLink !== '' && (
              <Button kind="text" onClick={() => void copyText(group.inviteLink)}>
                {t('groups.copyInvite')}
              </Button>
            )}{' '}
            <Button kind="text" onClick={() => setRefused(null)}>
              {t('groups.dismiss')}
            </Button>
          </span>
        </div>
      )}
      {!isMember && <p className="side-foot">{t(`groups.state.${group.state}Text`)}</p>}
      <div className="sect">
        <h3>
          {t('details.participants')}
          {isMember && mayAdd && !lacks('addGroupParticipant') && (
            <span className="n">
              <Button kind="text" icon="plus" onClick={() => setPerson(person === null ? '' : null)}>
                {t('groups.add')}
              </Button>
            </span>
          )}
        </h3>
        {person !== null && (
          <AddPerson
            instance={instance}
            text={person}
            members={new Set(group.participants.map((one) => one.chatId))}
            pending={adding.pending}
            onText={setPerson}
            onAdd={(id, who) => void addPerson(id, who)}
          />
        )}
        <ul>
          {people.map((one) => (
            <PersonRow
              key={one.chatId}
              person={one}
              mayChange={isMember && administers && !one.own && one.role !== 'owner'}
              onAdmin={(admin) =>
                void act(
                  t('groups.refused.role', { name: one.name }),
                  setAdmin({ chat, participant: one.chatId, admin }),
                )
              }
              onRemove={() =>
                void act(
                  t('groups.refused.remove', { name: one.name }),
                  removePerson({ chat, participant: one.chatId }),
                )
              }
            />
          ))}
        </ul>
        {people.length < group.participants.length && (
          <Button kind="text" onClick={() => setAll(true)}>
            {t('groups.showMore', { count: group.participants.length - people.length })}
          </Button>
        )}
      </div>
      <GroupRights
        family={instance.family}
        reportedRights={group.state === 'unknown' ? null : group.participantsMay}
        disabled={!isMember || !administers || setting.pending || lacks('updateGroupSettings')}
        onSet={(may) => act(t('groups.refused.settings'), setSettings({ chat, may }))}
      />
      {isMember && !lacks('leaveGroup') && (
        <div className="sect">
          <div className="opt-s">
            <span>
              {t('groups.leaveGroup')}
              <small>{t('groups.leaveText')}</small>
            </span>
            <Button size="compact" danger onClick={() => ask(true)}>
              {t('groups.leave')}
            </Button>
          </div>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={t('groups.leaveTitle', { name: group.subject })}
          text={t('groups.leaveConfirm')}
          confirm={t('groups.leave')}
          danger
          busy={leaving.pending}
          onConfirm={() =>
            void act(t('groups.refused.leave'), leave({ chat })).then((done) => {
              close()
              if (done) showToast('groups.left', { values: { name: group.subject } })
            })
          }
          onClose={close}
        />
      )}
    </SidePanel>
  )
}

interface PersonRowProps {
  readonly person: GroupParticipant
  readonly mayChange: boolean
  readonly onAdmin: (admin: boolean) => void
  readonly onRemove: () => void
}

/** A participant with a role, which an administrator changes. */
function PersonRow({ person, mayChange, onAdmin, onRemove }: PersonRowProps) {
  const t = useTranslations()
  const { name, phone, chatId, own, role } = person
  const wording = t(`groups.role.${role}`)
  return (
    <li className="g-person">
      <Avatar initials={person.initials} hue={person.hue} avatar={person.avatar} size={32} />
      <div className="grow">
        <div className="ell">{own ? t('ui.nameYou', { name }) : name}</div>
        <div className="n2 num">{phone ?? chatId}</div>
      </div>
      {mayChange ? (
        <MenuButton
          label={t('groups.roleOf', { role: wording })}
          align="end"
          entries={() => [
            role === 'admin'
              ? { kind: 'item', label: t('groups.removeAdmin'), run: () => onAdmin(false) }
              : { kind: 'item', label: t('groups.makeAdmin'), run: () => onAdmin(true) },
            { kind: 'separator' },
            { kind: 'item', label: t('groups.remove'), danger: true, icon: 'trash', run: onRemove },
          ]}
        >
          <button type="button" className="role" aria-label={t('groups.roleOf', { role: wording })}>
            {wording}
            <Icon name="chevronDown" size={14} />
          </button>
        </MenuButton>
      ) : (
        <span className="role">{wording}</span>
      )}
    </li>
  )
}

interface AddPersonProps {
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
function AddPerson({ instance, text, members, pending, onText, onAdd }: AddPersonProps) {
  const t = useTranslations()
  const [wrong, setWrong] = useState<string | undefined>()
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const found = useFoundPeople(instance.key, asked)
  const people = found.people.filter(({ isPerson, chatId }) => isPerson && !members.has(chatId))
  const who = readParticipant(text, instance.family)
  const { active, reset, enter, forget, listId, field } = usePersonPick({
    people,
    question: text,
    isCurrent: !found.isStale && asked === text.trim().slice(0, 200),
    meansItself: who.kind === 'id',
    onEnter(person) {
      if (person !== undefined) return choose(person)
      setWrong(who.kind === 'bad' ? t(`groups.bad.${who.why}`) : undefined)
      if (who.kind === 'id') onAdd(who.id, text.trim())
    },
  })
  const choose = ({ chatId, title }: FoundPerson): void => {
    setWrong(undefined)
    onAdd(chatId, title)
  }
  return (
    <form
      className="g-add"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <TextField
        label={t('ui.whom')}
        value={text}
        maxLength={256}
        error={wrong}
        {...field}
        onBlur={forget}
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
