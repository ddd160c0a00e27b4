import { z } from 'zod'
import type { Avatar } from './chats.ts'
import { command, query } from './define.ts'
import type { ChatKey, MessageKey } from './ids.ts'
import { chatKey, instanceKey } from './ids.ts'
import { groupRights } from './values.ts'

/**
 * Where logging in stands, in core's memory and nowhere else. Times are epoch ms.
 *
 * `idle`: nobody began. `asking`: the first code is on its way. `qr`: a PNG in base64, to be scanned before
 * `goodUntil`; codes are asked for until `until`. `phoneCode`: to be typed into the phone. `codeWanted`: the messenger
 * sent a code to the phone. `passwordWanted`: the account has one; `refused` is the service's word for the last one.
 * `stopped`: why no code is asked for any more. `done`: the account is authorized.
 */
export type LoginState =
  | { readonly kind: 'idle' | 'codeWanted' | 'done' }
  | { readonly kind: 'asking'; readonly until: number }
  | { readonly kind: 'qr'; readonly image: string; readonly goodUntil: number; readonly until: number }
  | { readonly kind: 'phoneCode'; readonly code: string; readonly givenAt: number }
  | { readonly kind: 'passwordWanted'; readonly refused: string | null }
  | { readonly kind: 'stopped'; readonly why: 'timeUp' | 'starting' | 'refused'; readonly text: string }

/** An entry of the service's outgoing queue. */
export interface QueuedEntry {
  /** '' where the service names none. */
  readonly id: string
  /** Place in the queue, from 1. */
  readonly place: number
  /** The service's name of the operation that queued it. */
  readonly operation: string
  /** '' where it goes to no chat; so its title. */
  readonly chatId: string
  readonly chat: ChatKey | null
  readonly title: string
  readonly text: string
  /** The message in the archive; null: not there yet. */
  readonly message: MessageKey | null
  /** Sent from this computer; otherwise another program's. */
  readonly ours: boolean
  /** When the service took it, epoch ms; for another program's, when it was seen first unless its id tells. */
  readonly since: number
  /** `since` is only when it was seen: it may wait for longer. */
  readonly atLeast: boolean
}

export interface QueuesState {
  /** Epoch ms; null: not read since the program began. */
  readonly readAt: number | null
  /** How many messages wait; null: not known. */
  readonly outgoing: number | null
  /** How many notifications nobody has received yet; null: not known. */
  readonly notifications: number | null
  /** In their order; at most 500, as the service shows them. */
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
  /** null: the service did not tell, so it is not known. */
  readonly value: SettingValue | null
  /** Milliseconds or a number: what is allowed. */
  readonly min?: number
  readonly max?: number
}

export interface InstanceSettings {
  readonly readAt: number | null
  /** Those of the instance's family, in the order in which they are shown. */
  readonly fields: readonly SettingField[]
  /** Until when the instance restarts at the latest after a change from here, epoch ms; null: it does not. */
  readonly restartsUntil: number | null
}

export interface AccountState {
  readonly readAt: number | null
  /** The service's own word for the state; null: not known. */
  readonly state: string | null
  readonly phone: string
  /** The account's own chat id; '' where it is not known. */
  readonly chatId: string
  readonly suspendedUntil: number | null
  readonly historySyncProgress: number | null
  /** The service's own word for the plan; '' where it never said one. */
  readonly tariff: string
  readonly quotas: readonly AccountQuota[]
  /**
   * `uncertain`: a change of the token began, and which of the two works was not found out yet. `lost`: neither the old
   * nor a kept one works, so the new one has to be entered. `unstored`: the new one is in use and could not be stored
   * yet, so that it would be lost with the program; that is tried again.
   */
  readonly token: 'certain' | 'uncertain' | 'lost' | 'unstored'
  /** Why the token can't be changed from here; null: it can. */
  readonly tokenStays: 'notKept' | 'missing' | null
  /** What the service refused last in the run of the program, in its own words; null: nothing. */
  readonly lastTrouble: { readonly operation: string; readonly text: string; readonly at: number } | null
}

/** What a plan allows a month of one method, as the service said it last. */
export interface AccountQuota {
  readonly method: string
  readonly used: number | null
  readonly total: number | null
  readonly text: string
  readonly at: number
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
  /** When the next group may be made (epoch ms); null: now. */
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
  /** What a check of the number said last. */
  readonly check: { readonly exists: boolean; readonly at: number } | null
}

export interface ContactList {
  readonly total: number
  readonly inContacts: number
  /** Those whose check said that there is no account. */
  readonly missing: number
  /** At most 2000 of those that fit. */
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
/** A file in base64: 4 MB of it. */
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
  'groups.list': query<GroupList>()(instance),
  'contacts.list': query<ContactList>()(instance.extend({ text: z.string().max(200), only: z.enum(contactFilters) })),
}

/**
 * What changes something at the service is asked for exactly once, when a person wants it. Besides the errors of each
 * call: `outcomeUnknown` where the answer got lost or says nothing, so that it may have been done; `serviceRefused`
 * with the service's words; `operationMissing`.
 */
export const administrationCommands = {
  /**
   * Asks for QR codes for at most five minutes, whoever looks at them; asked again while it does so, it changes
   * nothing.
   */
  'login.showCode': command<void>()(instance),
  'login.stop': command<void>()(instance),
  /** WhatsApp: a code to be typed into the phone. Errors: badInput. */
  'login.phoneCode': command<void>()(instance.extend({ phone: phoneDigits })),
  /** The other families: the messenger sends a code to the phone. */
  'login.start': command<void>()(instance.extend({ phone: phoneDigits })),
  'login.code': command<void>()(instance.extend({ code: z.string().trim().min(1).max(64) })),
  'login.password': command<void>()(instance.extend({ password: z.string().min(1).max(256) })),
  'login.logOut': command<void>()(instance),
  'login.restart': command<void>()(instance),

  /** Reads state, account and settings anew. */
  'account.read': command<void>()(instance),
  'account.setPicture': command<void>()(instance.extend({ picture })),
  /** Errors: tokenNotKept, and `tokenLost` where the service has another token now whose answer got lost. */
  'account.changeToken': command<void>()(instance),

  'queues.read': command<QueuesState>()(instance),
  /**
   * Clears the outgoing queue if it still has as many as the person saw; `changedMeanwhile` (details.count) otherwise.
   */
  'queues.clearOutgoing': command<{ readonly ours: number }>()(instance.extend({ count: z.int().min(0) })),
  /**
   * Clears the notifications if there are no more than the person saw; `changedMeanwhile` (details.count) otherwise.
   * Where the service has no count they are not compared. Errors: tooSoon (once a minute), and those of the count,
   * which clear nothing.
   */
  'queues.clearNotifications': command<void>()(instance.extend({ count: z.int().min(0) })),

  'instanceSettings.read': command<InstanceSettings>()(instance),
  /**
   * Saves a change. `seen`: what the person saw of the changed fields; where the service says something else by now,
   * nothing is saved: `changedMeanwhile` (details.fields).
   */
  'instanceSettings.save': command<void>()(instance.extend({ change: settingValues, seen: settingValues })),

  /** Errors: tooSoon (one group in five minutes). */
  'groups.create': command<{ readonly chat: ChatKey }>()(
    instance.extend({ name: z.string().trim().min(1).max(100), people: z.array(z.string().max(256)).min(1).max(200) }),
  ),
  'groups.rename': command<void>()(z.object({ chat: chatKey, name: z.string().trim().min(1).max(100) })),
  'groups.setPicture': command<void>()(z.object({ chat: chatKey, picture })),
  /** Changes the rights that are named, and no other. Errors: badInput where the family has no such right. */
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
