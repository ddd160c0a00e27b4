import { z } from 'zod'
import type { Avatar } from './chats.ts'
import { command, query } from './define.ts'
import { chatKey, instanceKey, type ChatKey, type InstanceKey, type MessageKey } from './ids.ts'
import type { Plan } from './instances.ts'
import type { Colleague } from './team.ts'
import { groupRights, type AccountQuota } from './values.ts'

/**
 * The state of a login, held only in core's memory. Times are epoch ms.
 *
 * `idle`: not started. `asking`: the first code is requested. `qr`: a PNG in base64, to be scanned before `goodUntil`;
 * codes are requested until `until`. `phoneCode`: a code to type into the phone. `codeWanted`: the messenger sent a
 * code to the phone. `passwordWanted`: the account has a password; `refused` is the service's reason for refusing the
 * last one. `stopped`: no code is requested any more, and why. `done`: the account is authorized.
 */
export type LoginState =
  | { readonly kind: 'idle' | 'codeWanted' | 'done' }
  | { readonly kind: 'asking'; readonly until: number }
  | { readonly kind: 'qr'; readonly image: string; readonly goodUntil: number; readonly until: number }
  | { readonly kind: 'phoneCode'; readonly code: string }
  | { readonly kind: 'passwordWanted'; readonly refused: string | null }
  | { readonly kind: 'stopped'; readonly why: 'timeUp' | 'starting' | 'refused' | 'passkey'; readonly text: string }

/** An entry of the service's outgoing queue. */
export interface QueuedEntry {
  /** '' if the service gives none. */
  readonly id: string
  /** Place in the queue, from 1. */
  readonly place: number
  /** The service's name of the operation that queued it. */
  readonly operation: string
  /** '' if it goes to no chat; the title likewise. */
  readonly chatId: string
  readonly chat: ChatKey | null
  readonly title: string
  readonly text: string
  /** The message in the archive; null: not there yet. */
  readonly message: MessageKey | null
  /** Sent from this computer; otherwise another program's. */
  readonly ours: boolean
  /** The person of the team who wrote it, at this desk or another; null: no team, or another program's. */
  readonly author: Colleague | null
  /** When the service accepted it, epoch ms. Of another program's entry: by its id, else when it was first seen. */
  readonly since: number
  /** `since` is when it was first seen: it may have waited longer. */
  readonly atLeast: boolean
}

export interface QueuesState {
  /** Epoch ms; null: not read since the start. */
  readonly readAt: number | null
  /** Number of queued messages; null: unknown. */
  readonly outgoing: number | null
  /** Number of queued notifications; null: unknown. */
  readonly notifications: number | null
  /** In their order; at most 500, the service's limit. */
  readonly entries: readonly QueuedEntry[]
  /** The counts of the last hour, oldest first, as they were read. */
  readonly samples: readonly {
    readonly at: number
    readonly outgoing: number | null
    readonly notifications: number | null
  }[]
}

export type SettingValue = string | number

export interface SettingField {
  /** The service's name. */
  readonly name: string
  readonly kind: 'switch' | 'milliseconds' | 'number' | 'url' | 'secret'
  /** null: unknown, because the service did not report it. */
  readonly value: SettingValue | null
  /** Milliseconds or a number: what is allowed. */
  readonly min?: number
  readonly max?: number
}

export interface InstanceSettings {
  readonly readAt: number | null
  /** Settings of the instance's family, in display order. */
  readonly fields: readonly SettingField[]
  /** Latest end of the restart after a change from here, epoch ms; null: no restart. */
  readonly restartsUntil: number | null
}

export interface AccountState {
  readonly readAt: number | null
  /** The service's name of the state; null: unknown. */
  readonly state: string | null
  readonly phone: string
  /** The account's own chat id; '' if unknown. */
  readonly chatId: string
  readonly suspendedUntil: number | null
  readonly historySyncProgress: number | null
  /** The service's name of the plan; '' if it never gave one. */
  readonly tariff: string
  /** Of this month: what the service reported, and what this computer counted. The most used first. */
  readonly quotas: readonly AccountQuota[]
  /** The plan that a person set, and the one that is assumed; null: not known. */
  readonly plan: { readonly chosen: Plan | null; readonly assumed: Plan | null }
  /** When the plan's calls are renewed, epoch ms. */
  readonly renewsAt: number
  /** Calls of this month that notifications would make unnecessary; 0 where all of them are on. */
  readonly savedByNotifications: number
  /**
   * `uncertain`: a token change was interrupted, and which of the two tokens works is not known yet. `lost`: neither
   * works, so the new token has to be entered. `unstored`: the new token is in use but could not be stored yet; storing
   * is retried, and ending the program would lose it.
   */
  readonly token: 'certain' | 'uncertain' | 'lost' | 'unstored'
  /** Why the token can't be changed here; null: it can. */
  readonly tokenStays: 'notStored' | 'missing' | null
  /** The service's last refusal since the start, in its words; null: none. */
  readonly lastTrouble: { readonly operation: string; readonly text: string; readonly at: number } | null
}

/** A row of the table of all instances. Times are epoch ms. */
export interface InstanceOverview {
  readonly instance: InstanceKey
  readonly state: AccountState['state']
  readonly stateReadAt: number | null
  readonly lastTrouble: AccountState['lastTrouble']
  /** The quota that is used the most; null: the service reported none. */
  readonly quota: AccountQuota | null
  readonly outgoing: QueuesState['outgoing']
  readonly notifications: QueuesState['notifications']
}

export interface GroupRow {
  readonly chat: ChatKey
  readonly chatId: string
  readonly title: string
  readonly avatar: Avatar
  readonly state: 'unknown' | 'known' | 'notMember' | 'notFound'
  readonly people: number | null
  readonly role: 'owner' | 'admin' | 'member' | 'unknown'
  readonly lastAt: number
  readonly readAt: number | null
}

export interface GroupList {
  readonly groups: readonly GroupRow[]
  /** When the next group may be created (epoch ms); null: now. */
  readonly nextAt: number | null
}

export interface ContactRow {
  readonly id: string
  readonly name: string
  /** Formatted; '' when hidden. */
  readonly phone: string
  /** In the account's own contacts. */
  readonly inContacts: boolean
  readonly chat: ChatKey | null
  readonly avatar: Avatar
  readonly lastAt: number | null
  /** Result of the last check of the number. */
  readonly check: { readonly exists: boolean; readonly at: number } | null
}

export interface ContactList {
  readonly total: number
  readonly inContacts: number
  /** Number of contacts without an account, by a check. */
  readonly missing: number
  /** At most 2000 matching rows. */
  readonly rows: readonly ContactRow[]
  readonly fitting: number
  readonly readAt: number | null
}

/** `missing`: a check of the number found no account. */
const contactFilters = ['all', 'contacts', 'chats', 'missing'] as const
export type ContactFilter = (typeof contactFilters)[number]

export interface NumberCheck {
  readonly exists: boolean
  readonly chatId: string
}

/** A phone number in digits, without a plus. */
const phoneDigits = z.string().regex(/^\d{7,15}$/)
const settingValue = z.union([z.string().max(2000), z.number()])
const settingValues = z.record(z.string().max(60), settingValue)
const instance = z.object({ instance: instanceKey })
const participant = z.object({ chat: chatKey, participant: z.string().min(1).max(256) })
/** A file of at most 4 MB, in base64. */
const picture = z.string().max(6_000_000)
const contact = instance.extend({
  chatId: z.string().min(1).max(256),
  firstName: z.string().trim().min(1).max(255),
  lastName: z.string().trim().max(255),
})

export const administrationQueries = {
  'login.state': query<LoginState>()(instance),
  'queues.state': query<QueuesState>()(instance),
  'instanceSettings.state': query<InstanceSettings>()(instance),
  'account.state': query<AccountState>()(instance),
  /** Of all instances, from memory and disk: no request is made. */
  'account.overview': query<readonly InstanceOverview[]>()(z.object({})),
  'groups.list': query<GroupList>()(instance),
  /** `limit`: rows at most, where fewer than all are wanted. */
  'contacts.list': query<ContactList>()(
    instance.extend({
      text: z.string().max(200),
      only: z.enum(contactFilters),
      limit: z.int().min(1).max(2000).optional(),
    }),
  ),
}

/**
 * Each command that changes something at the service makes exactly one call. Besides its own errors: `outcomeUnknown`
 * if the answer was lost or is unclear, so that the change may have happened; `serviceRefused` with the service's text;
 * `operationMissing`.
 */
export const administrationCommands = {
  /** Requests QR codes for at most five minutes, for all windows. While it runs, another call changes nothing. */
  'login.showCode': command<void>()(instance),
  'login.stop': command<void>()(instance),
  /** WhatsApp: requests a code to type into the phone. Errors: badInput. */
  'login.phoneCode': command<void>()(instance.extend({ phone: phoneDigits })),
  /** The other families: the messenger sends a code to the phone. */
  'login.start': command<void>()(instance.extend({ phone: phoneDigits })),
  'login.code': command<void>()(instance.extend({ code: z.string().trim().min(1).max(64) })),
  'login.password': command<void>()(instance.extend({ password: z.string().min(1).max(256) })),
  'login.logOut': command<void>()(instance),
  'login.restart': command<void>()(instance),

  /** Reads state, account and settings again. */
  'account.read': command<void>()(instance),
  'account.setPicture': command<void>()(instance.extend({ picture })),
  /** Errors: tokenNotStored, and `tokenLost` if the service changed the token but its answer was lost. */
  'account.changeToken': command<void>()(instance),

  'queues.read': command<QueuesState>()(instance),
  /**
   * Clears the outgoing queue if it still has as many entries as the person saw; else `changedMeanwhile`
   * (details.count).
   */
  'queues.clearOutgoing': command<{ readonly ours: number }>()(instance.extend({ count: z.int().min(0) })),
  /**
   * Clears the notifications if there are no more than the person saw; else `changedMeanwhile` (details.count). Not
   * compared if the service has no count. Errors: tooSoon (once a minute), and those of counting, after which nothing
   * is cleared.
   */
  'queues.clearNotifications': command<void>()(instance.extend({ count: z.int().min(0) })),

  'instanceSettings.read': command<InstanceSettings>()(instance),
  /**
   * Saves a change. `seen`: the values of the changed fields that the person saw. If the service has other values by
   * now, nothing is saved: `changedMeanwhile` (details.fields).
   */
  'instanceSettings.save': command<void>()(instance.extend({ change: settingValues, seen: settingValues })),

  /** Errors: tooSoon (one group in five minutes). */
  'groups.create': command<{ readonly chat: ChatKey }>()(
    instance.extend({ name: z.string().trim().min(1).max(100), people: z.array(z.string().max(256)).min(1).max(200) }),
  ),
  'groups.rename': command<void>()(z.object({ chat: chatKey, name: z.string().trim().min(1).max(100) })),
  'groups.setPicture': command<void>()(z.object({ chat: chatKey, picture })),
  /** Changes only the given rights. Errors: badInput if the family has no such right. */
  'groups.setSettings': command<void>()(
    z.object({ chat: chatKey, may: z.partialRecord(z.enum(groupRights), z.boolean()) }),
  ),
  'groups.add': command<void>()(participant),
  'groups.removePerson': command<void>()(participant),
  'groups.setAdmin': command<void>()(participant.extend({ admin: z.boolean() })),
  'groups.leave': command<void>()(z.object({ chat: chatKey })),

  'contacts.read': command<void>()(instance),
  'contacts.check': command<NumberCheck>()(instance.extend({ phone: phoneDigits })),
  'contacts.save': command<void>()(contact.extend({ isNew: z.boolean() })),
  'contacts.delete': command<void>()(instance.extend({ chatId: z.string().min(1).max(256) })),
}
