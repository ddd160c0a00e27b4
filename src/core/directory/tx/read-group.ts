import type { GroupDetails, GroupParticipant } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { isOwnId } from '../../messages/rules/own-ids.ts'
import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { givenName } from '../../messages/archive/tx/person-cards.ts'
import { toAvatar } from '../../reading/rules/chat-rows.ts'
import { hueOf, initialsOf } from '../../../contract/values.ts'
import { formatPhone } from '../../reading/rules/identity.ts'
import { nameWithoutContact, namesOf } from '../../reading/tx/message-rows.ts'
import type { ReadTx } from '../../store/tx.ts'
import { readStoredGroup, type StoredGroup } from '../rules/stored-group.ts'

/** Owner, administrators, members; each by name. */
const roleOrder: readonly GroupParticipant['role'][] = ['owner', 'admin', 'member']

/** Throws ContractError `notFound`, and `notGroup` for a personal chat. */
export function readGroup(tx: ReadTx, chat: ChatKey): GroupDetails {
  const row = tx.get<{
    instance: InstanceKey
    kind: string
    wid: string | null
    ownId: string | null
    subject: string | null
    state: GroupDetails['state'] | null
    fetched_at: number | null
    record_json: string | null
  }>(
    `select c.instance, c.kind, i.wid, i.own_id as ownId, c.subject, g.state, g.fetched_at, g.record_json from chat c
       join instance i on i.key = c.instance left join group_data g on g.chat = c.key where c.key = ?`,
    [chat],
  )
  if (row === undefined) throw new ContractError('notFound')
  if (row.kind !== 'group' && row.state === null) throw new ContractError('notGroup')
  const stored: StoredGroup | null = readStoredGroup(row.record_json)
  const { instance } = row
  const participants = (stored?.participants ?? [])
    .map(({ chatId, role }) => toParticipant(tx, instance, chatId, role, isOwnId(row, chatId)))
    .sort((a, b) => roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role) || compareNames(a.name, b.name))
  return {
    state: row.state ?? 'unknown',
    fetchedAt: row.fetched_at,
    subject: stored?.subject || (row.subject ?? ''),
    description: stored?.description ?? '',
    owner: stored?.owner ?? '',
    ownerName: stored === null || stored.owner === '' ? '' : nameOf(tx, instance, stored.owner).name,
    createdAt: stored?.createdAt ?? null,
    inviteLink: stored?.inviteLink ?? '',
    ownRole: participants.find(({ own }) => own)?.role ?? 'unknown',
    participantsMay: stored === null ? {} : (stored.may ?? rightsOfBefore(stored)),
    size: stored?.size ?? 0,
    participants,
  }
}

const rightsOfBefore = ({ mayEditSettings, mayAddMembers }: StoredGroup): GroupDetails['participantsMay'] => ({
  ...(typeof mayEditSettings === 'boolean' ? { editGroupSettings: mayEditSettings } : {}),
  ...(typeof mayAddMembers === 'boolean' ? { addMembers: mayAddMembers } : {}),
})

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const compareNames = (a: string, b: string) => collator.compare(a, b)

function nameOf(tx: ReadTx, instance: InstanceKey, id: string) {
  const names = namesOf(tx, instance, id)
  const phone = names.phone || phoneDigitsOf(id)
  const name = givenName(tx, instance, id, phone) || names.contactName || nameWithoutContact(id, names)
  return { name, phone, inContacts: names.contactName !== '' }
}

function toParticipant(
  tx: ReadTx,
  instance: InstanceKey,
  chatId: string,
  role: GroupParticipant['role'],
  own: boolean,
): GroupParticipant {
  const { name, phone, inContacts } = nameOf(tx, instance, chatId)
  // Only of people with a chat of their own an avatar is ever asked for.
  const avatar = tx.get<{ avatar_kind: string; avatar_ref: string | null }>(
    `select c.avatar_kind, c.avatar_ref from chat_alias a join chat c on c.key = a.chat where a.instance = ? and a.alias = ?`,
    [instance, chatId],
  )
  return {
    chatId,
    name,
    phone: formatPhone(phone),
    role,
    own,
    inContacts,
    initials: initialsOf(name),
    hue: hueOf(chatId),
    avatar: avatar === undefined ? { kind: 'unknown' } : toAvatar(avatar.avatar_kind, avatar.avatar_ref),
  }
}
