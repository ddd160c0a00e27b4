import { visibleName } from '../../../contract/values.ts'
import { ContractError } from '../../../contract/errors.ts'
import { groupRights } from '../../../contract/values.ts'
import type { BusinessFacts } from '../../../contract/chats.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { storeChatNames, storePerson, refreshTitle } from '../../messages/archive/tx/people.ts'
import { serviceTime } from '../../messages/archive/rules/position.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { readGroup } from './read-group.ts'
import { groupRightField, type GroupRecord } from '../../../api/schema/group.ts'
import { isLid } from '../../messages/archive/rules/chat-id.ts'
import { recentChanges, stateAfter, withChanges } from '../rules/group-changes.ts'
import { readStoredGroup, unreadGroup, type GroupChange, type StoredGroup } from '../rules/stored-group.ts'
import { accountAge, avatarAge, groupAge, isOutdated, nameAge } from '../rules/view-ages.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import { joinByNumber } from '../../messages/archive/tx/join-by-record.ts'
import { storeAccount } from '../../messages/archive/tx/store-account.ts'

export interface ChatAddress {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly isGroup: boolean
}

/** Requests needed for a visible chat. */
export interface DueRefresh extends ChatAddress {
  readonly chat: ChatKey
  readonly what: 'avatar' | 'name' | 'group' | 'account'
}

export type AvatarAnswer =
  | { readonly kind: 'none' | 'hidden' }
  | { readonly kind: 'image'; readonly ref: string }
  /** There is one, but it could not be fetched: what was known stays, and it is asked for again before long. */
  | { readonly kind: 'notFetched' }

const changedChat = (tx: Tx, chat: ChatKey): void => {
  const row = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [chat])
  if (row !== undefined) tx.changed({ kind: 'chats', instance: row.instance, chats: [chat] })
}

/** A failed download is tried again after this, ms. */
const retryAvatarMs = 3_600_000

export const directoryWrites = {
  'directory.storeAccount': storeAccount,

  'directory.storeAvatar'(tx: Tx, input: { readonly chat: ChatKey; readonly answer: AvatarAnswer }): void {
    const { chat, answer } = input
    const row = tx.get<{ kind: string; avatar_kind: string; avatar_ref: string | null }>(
      'select kind, avatar_kind, avatar_ref from chat where key = ?',
      [chat],
    )
    if (row === undefined) return
    if (answer.kind === 'notFetched') {
      const maxAge = avatarAge(row.kind === 'group')
      updateChat(tx, chat, { avatar_checked_at: tx.now - Math.max(0, maxAge - retryAvatarMs) })
      return
    }
    const ref = answer.kind === 'image' ? answer.ref : null
    updateChat(tx, chat, { avatar_kind: answer.kind, avatar_ref: ref, avatar_checked_at: tx.now })
    if (row.avatar_kind !== answer.kind || row.avatar_ref !== ref) changedChat(tx, chat)
  },

  /** The answer of getContactInfo; null: unknown to the service. */
  'directory.storeContact'(
    tx: Tx,
    input: {
      readonly chat: ChatKey
      readonly contact: {
        readonly name: string
        readonly contactName: string
        readonly phone: string
        readonly chatType: string
        readonly lastSeen: string
        readonly business: BusinessFacts | null
      } | null
    },
  ): void {
    const row = tx.get<{
      readonly instance: InstanceKey
      readonly chat_id: string
      readonly last_seen: string | null
      readonly business_json: string | null
    }>('select instance, chat_id, last_seen, business_json from chat where key = ?', [input.chat])
    if (row === undefined) return
    updateChat(tx, input.chat, { names_checked_at: tx.now })
    if (input.contact === null) return
    const { chatType, lastSeen: seen, business, ...names } = input.contact
    const facts = {
      last_seen: seen === '' ? null : seen,
      business_json: business === null ? null : JSON.stringify(business),
    }
    const hasNewFacts = facts.last_seen !== row.last_seen || facts.business_json !== row.business_json
    if (hasNewFacts) updateChat(tx, input.chat, facts)
    if (storePerson(tx, row.instance, { id: row.chat_id, ...names }, tx.now)) tx.changed({ kind: 'people' })
    storeChatNames(tx, input.chat, { chatType, subject: '', source: 'list', at: tx.now })
    if (refreshTitle(tx, input.chat) || hasNewFacts) changedChat(tx, input.chat)
    joinByNumber(tx, row.instance, { id: row.chat_id, phone: names.phone })
  },

  /**
   * The answer of getGroupData (service 2.6). After leaving a group its earlier data is kept, and what was changed from
   * here outlasts an answer that may be older.
   */
  'directory.storeGroup'(
    tx: Tx,
    input: {
      readonly chat: ChatKey
      readonly state: 'known' | 'notMember' | 'notFound'
      readonly group: GroupRecord | null
    },
  ): void {
    const { chat, state, group } = input
    if (tx.get('select key from chat where key = ?', [chat]) === undefined) return
    const changes = recentChanges(knownGroup(tx, chat), tx.now)
    const stored = group === null ? null : withChanges(toStored(group), changes)
    putGroup(tx, chat, { state: stateAfter(changes, state), stored, subject: visibleName(stored?.subject ?? '') })
  },

  /**
   * The service made a change that was asked for from here. `created`: what is known of a new group. A change of one
   * that was never read is not stored: the next answer is all that is known of it.
   */
  'directory.changeGroup'(
    tx: Tx,
    input: { readonly chat: ChatKey; readonly change: GroupChange; readonly created?: StoredGroup },
  ): void {
    const { chat, change, created = null } = input
    const known = knownGroup(tx, chat) ?? created ?? (change.kind === 'left' ? unreadGroup : null)
    if (known === null || tx.get('select key from chat where key = ?', [chat]) === undefined) return
    const made = { ...change, at: tx.now, people: known.participants.length }
    const stored = { ...withChanges(known, [made]), changes: [...recentChanges(known, tx.now), made] }
    const subject = change.kind === 'renamed' || change.kind === 'created' ? stored.subject : ''
    putGroup(tx, chat, { state: stateAfter([made], 'known'), stored, subject })
  },
}

const knownGroup = (tx: ReadTx, chat: ChatKey): StoredGroup | null =>
  readStoredGroup(
    tx.get<{ json: string | null }>('select record_json as json from group_data where chat = ?', [chat])?.json ?? null,
  )

function putGroup(
  tx: Tx,
  chat: ChatKey,
  group: {
    readonly state: 'known' | 'notMember' | 'notFound'
    readonly stored: StoredGroup | null
    readonly subject: string
  },
): void {
  const { state, stored, subject } = group
  tx.run(
    `insert into group_data (chat, state, fetched_at, record_json) values (:chat, :state, :now, :stored)
     on conflict do update set state = excluded.state, fetched_at = excluded.fetched_at,
       record_json = coalesce(excluded.record_json, record_json)`,
    { chat, state, now: tx.now, stored: stored === null ? null : JSON.stringify(stored) },
  )
  const renamed = storeChatNames(tx, chat, {
    chatType: state === 'known' ? 'group' : '',
    subject,
    source: 'list',
    at: tx.now,
  })
  if (renamed && refreshTitle(tx, chat)) changedChat(tx, chat)
  tx.changed({ kind: 'group', chat })
}

function toStored(group: GroupRecord): StoredGroup {
  return {
    owner: group.owner ?? '',
    subject: group.subject ?? '',
    description: group.description ?? '',
    createdAt: serviceTime(group.creation),
    inviteLink: group.groupInviteLink ?? '',
    may: Object.fromEntries(
      groupRights.flatMap((right) => {
        const reportedRight = group[groupRightField(right)]
        return reportedRight === undefined ? [] : [[right, reportedRight]]
      }),
    ),
    size: group.size ?? group.participants?.length ?? 0,
    participants: (group.participants ?? []).map(({ chatId, isAdmin, isSuperAdmin }) => ({
      chatId,
      role: isSuperAdmin === true ? 'owner' : isAdmin === true ? 'admin' : 'member',
    })),
  }
}

export const directoryReads = {
  'directory.group': (tx: ReadTx, input: { readonly chat: ChatKey }) => readGroup(tx, input.chat),

  /** Throws ContractError `notFound`. */
  'directory.chat'(tx: ReadTx, input: { readonly chat: ChatKey }): ChatAddress {
    const row = tx.get<{ instance: InstanceKey; chat_id: string; kind: string }>(
      'select instance, chat_id, kind from chat where key = ?',
      [input.chat],
    )
    if (row === undefined) throw new ContractError('notFound')
    return { instance: row.instance, chatId: row.chat_id, isGroup: row.kind === 'group' }
  },

  /** Missing and outdated facts of the chats on the screen, in their order; the open chat first and with its group. */
  'directory.due'(
    tx: ReadTx,
    input: { readonly chats: readonly ChatKey[]; readonly open: ChatKey | null },
  ): readonly DueRefresh[] {
    const order = [...new Set(input.open === null ? input.chats : [input.open, ...input.chats])]
    const rows = new Map(
      tx
        .all<DueColumns>(
          `select c.key, c.instance, c.chat_id, c.kind, c.avatar_checked_at, c.names_checked_at, g.fetched_at,
             (coalesce(c.contact_name, c.sender_name, c.subject) is not null) as named, c.account_checked_at, c.phone
           from chat c left join group_data g on g.chat = c.key where c.key in (select value from json_each(?))`,
          [JSON.stringify(order)],
        )
        .map((row) => [row.key, row]),
    )
    const old = (at: number | null, age: number) => isOutdated(at, tx.now, age)
    return order.flatMap((key) => {
      const row = rows.get(key)
      if (row === undefined) return []
      const isGroup = row.kind === 'group'
      const dueRefresh = (what: DueRefresh['what']): DueRefresh => ({
        chat: key,
        instance: row.instance,
        chatId: row.chat_id,
        isGroup,
        what,
      })
      const due: DueRefresh[] = []
      // A group that nobody named needs its subject for the list; otherwise only the open one is looked into.
      if (isGroup && (key === input.open || row.named === 0) && old(row.fetched_at, groupAge))
        due.push(dueRefresh('group'))
      if (!isGroup && (key === input.open || row.named === 0) && old(row.names_checked_at, nameAge))
        due.push(dueRefresh('name'))
      // In lid mode only a check says the number (service 10.1).
      if (isLid(row.chat_id) && row.phone === null && old(row.account_checked_at, accountAge))
        due.push(dueRefresh('account'))
      if (old(row.avatar_checked_at, avatarAge(isGroup))) due.push(dueRefresh('avatar'))
      return due
    })
  },

  'directory.ownAvatarAt': (tx: ReadTx, input: { readonly instance: InstanceKey }): number | null =>
    tx.get<{ at: number | null }>('select avatar_checked_at as at from instance where key = ?', [input.instance])?.at ??
    null,
}

interface DueColumns {
  readonly key: ChatKey
  readonly instance: InstanceKey
  readonly chat_id: string
  readonly kind: string
  readonly avatar_checked_at: number | null
  readonly names_checked_at: number | null
  readonly fetched_at: number | null
  readonly named: number
  readonly account_checked_at: number | null
  readonly phone: string | null
}
