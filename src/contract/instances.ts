import { z } from 'zod'
import { command, query } from './define.ts'
import { instanceKey, type InstanceKey } from './ids.ts'
import type { MediaRef } from './media.ts'
import type { FileRules } from './values.ts'

export const identityColours = ['teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick'] as const
export type IdentityColour = (typeof identityColours)[number]

export const serviceFamilies = ['v3', 'whatsapp', 'telegram'] as const
export type ServiceFamily = (typeof serviceFamilies)[number]

/** `full` receives and deletes notifications; `sendOnly` never does, and reads histories and journals. */
export const instanceModes = ['full', 'sendOnly'] as const
export type InstanceMode = (typeof instanceModes)[number]

/** The state of an instance's connection. `since` and `retryAt` are epoch ms. */
export type ConnectionKind =
  | 'connecting'
  | 'live'
  | 'sendOnly'
  | 'paused'
  | 'tokenMissing'
  | 'wrongToken'
  | 'wrongInstance'
  | 'notAuthorized'
  | 'starting'
  | 'suspended' // the service refuses what is sent
  | 'restricted' // the messenger limits linked devices for a time; receiving goes on
  | 'blocked'
  | 'webhookSet'
  | 'notificationsOff'
  | 'sharedQueue'
  | 'unreachable'
  | 'rateLimited'
  | 'quotaExceeded'
  | 'serviceTrouble'
  | 'storeTrouble'

export interface ConnectionState {
  readonly kind: ConnectionKind
  readonly since: number
  readonly retryAt?: number
  /** The service's own words, redacted. */
  readonly text?: string
  /** End of the suspension or restriction (epoch ms), if the service reports it. */
  readonly until?: number
  /** Whether receiving continues in this state (sharedQueue, notificationsOff); else it is stopped or waiting. */
  readonly receiving: boolean
}

export type TokenStorage = 'vault' | 'session' | 'missing' | 'locked' | 'waiting'

/** Plans as far as they matter: the one of a customer's first instance, and any other. */
export const plans = ['developer', 'larger'] as const
export type Plan = (typeof plans)[number]

/** Progress of the first sync or of closing gaps after an absence. */
export interface SyncProgress {
  readonly kind: 'firstSync' | 'absence'
  readonly done: number
  readonly total: number
  readonly startedAt: number
  readonly finishedAt?: number
  /** The account's history is still arriving at the service, as after a login: `total` grows. */
  readonly arriving?: boolean
  /** Chats that were not read, because the plan's calls of the month are few; each is read when it is opened. */
  readonly spared?: number
}

export interface InstanceSummary {
  readonly key: InstanceKey
  readonly name: string
  /** Letters of its tile, distinct from those of other instances as far as possible. */
  readonly initials: string
  readonly colour: IdentityColour
  readonly idInstance: string
  /** Normalised base URL without the version segment. */
  readonly apiUrl: string
  /** Media URL set by the person; '': derived from the API URL. */
  readonly mediaUrl: string
  /** Media URL derived from the API URL. */
  readonly defaultMediaUrl: string
  readonly family: ServiceFamily
  /** An account of the WhatsApp Business API (WABA): it sends templates (service 10.9). */
  readonly isWaba: boolean
  readonly files: FileRules
  readonly mode: InstanceMode
  readonly position: number
  /** The account's own id in the service, for example 79990001122@c.us, when known. */
  readonly wid: string | null
  readonly avatar: MediaRef | null
  readonly connection: ConnectionState
  /** `unknown` if the service has no getStateInstance. */
  readonly authorization: 'authorized' | 'notAuthorized' | 'unknown'
  readonly token: TokenStorage
  readonly unreadChats: number
  readonly unreadMessages: number
  /** Outgoing messages that need a person: failed, uncertain, waiting for authorization. */
  readonly needAttention: number
  readonly waitingForAuthorization: number
  /** Epoch ms, `forever`, or null when not muted. */
  readonly mutedUntil: number | 'forever' | null
  readonly hideContent: boolean
  readonly sendsReadReceipts: boolean
  /** So soon a customer should have an answer, ms; later a chat counts as overdue. */
  readonly answerTargetMs: number
  /** Its folder in the rail, by name; '': none. */
  readonly folder: string
  readonly sync: SyncProgress | null
  /** The service's progress in reading the account's history, percent; null: none in progress. */
  readonly historySyncProgress: number | null
  /** Pause between two sends in ms (getSettings), if reported. */
  readonly sendIntervalMs: number | null
  readonly pausedAt: number | null
  /** When the newest notification was received, epoch ms. */
  readonly lastReceivedAt: number | null
  /** Operations that the service is known to lack (service 10.2); the window offers nothing that needs them. */
  readonly absentOperations: readonly string[]
}

/** An instance without what each message changes. */
export type SteadyInstance = Omit<InstanceSummary, 'unreadChats' | 'unreadMessages' | 'lastReceivedAt'>

export type CheckStepName =
  | 'address'
  | 'credentials'
  | 'authorization'
  | 'settings'
  | 'queue'
  | 'outgoing'
  | 'limits'
  | 'clock'
  | 'token'
export interface CheckStep {
  readonly step: CheckStepName
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped'
  /**
   * A code that the renderer translates, for example `notAuthorized`, `webhookSet`, `notificationsOff`, `otherPrefix`,
   * `operationMissing`.
   */
  readonly code?: string
  readonly text?: string
  readonly tookMs?: number
  readonly values?: Readonly<Record<string, string | number | boolean>>
}
export interface CheckReport {
  readonly steps: readonly CheckStep[]
  /** False when the instance cannot work at all (wrong token, unreachable). */
  readonly usable: boolean
  readonly family: ServiceFamily
  readonly authorization: 'authorized' | 'notAuthorized' | 'unknown'
}

const name = z.string().trim().min(1).max(80)
const colour = z.enum(identityColours)
/** From a minute to 30 days, ms. */
export const answerTarget = z
  .int()
  .min(60_000)
  .max(30 * 86_400_000)

/** '': no folder. Spaces and control characters count as one space, because a folder is known by its name. */
const folderName = z
  .string()
  .max(1000)
  .transform((text) =>
    text
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(0, 80),
  )

/** An instance of a partner's account, and what became of it. `otherKind`: of a kind that Switchboard does not know. */
export interface PartnerRow {
  readonly idInstance: string
  readonly name: string
  readonly result: 'added' | 'here' | 'expired' | 'deleted' | 'noToken' | 'otherKind' | 'refused'
}

export interface PartnerImport {
  readonly rows: readonly PartnerRow[]
  /** Number of records that could not be read, or were too many. */
  readonly leftOut: number
}

const connectionInput = z.object({
  apiUrl: z.string().max(2048),
  idInstance: z.string().max(64),
  token: z.string().max(512),
  family: z.enum(serviceFamilies),
})

/** The window's key of a check, with which its steps can be read while it runs. */
const run = z.string().max(64).optional()

export const instanceQueries = {
  'instances.list': query<readonly InstanceSummary[]>()(z.object({})),
  /** Steps of a running check so far; empty once it has ended. */
  'instances.checkSteps': query<readonly CheckStep[]>()(z.object({ run: z.string().max(64) })),
}

export const instanceCommands = {
  /** Checks address and credentials without storing anything. `brief` asks neither queue nor messages. Cancellable. */
  'instances.check': command<CheckReport>()(connectionInput.extend({ run, brief: z.boolean().optional() })),
  /**
   * Stores the instance and its token and starts it. Errors: urlInvalid, urlNotSecure, idInstanceInvalid, tokenEmpty,
   * instanceExists, vaultConsentNeeded.
   */
  'instances.add': command<{ readonly instance: InstanceKey; readonly reattached: boolean }>()(
    connectionInput.extend({
      name,
      colour,
      mode: z.enum(instanceModes),
      /** False stores the token for this run only. */
      storeToken: z.boolean(),
    }),
  ),
  /**
   * Adds the instances of a partner's account. The partner token is used once and stored nowhere. Errors: urlInvalid,
   * urlNotSecure, tokenEmpty, wrongToken, unreachable, vaultConsentNeeded and those of a service.
   */
  'instances.importPartner': command<PartnerImport>()(
    z.object({ apiUrl: z.string().max(2048), partnerToken: z.string().max(512), storeTokens: z.boolean() }),
  ),
  'instances.edit': command<void>()(
    z.object({
      instance: instanceKey,
      name: name.optional(),
      colour: colour.optional(),
      apiUrl: z.string().max(2048).optional(),
      /** '' for the default. */
      mediaUrl: z.string().max(2048).optional(),
      family: z.enum(serviceFamilies).optional(),
      mode: z.enum(instanceModes).optional(),
      hideContent: z.boolean().optional(),
      sendsReadReceipts: z.boolean().optional(),
      answerTargetMs: answerTarget.optional(),
      folder: folderName.optional(),
      /** null: as the service's answers show. */
      plan: z.enum(plans).nullable().optional(),
      mutedUntil: z
        .union([z.number(), z.literal('forever')])
        .nullable()
        .optional(),
    }),
  ),
  'instances.setToken': command<CheckReport>()(
    z.object({ instance: instanceKey, token: z.string().max(512), storeToken: z.boolean() }),
  ),
  'instances.pause': command<void>()(z.object({ instance: instanceKey })),
  'instances.resume': command<void>()(z.object({ instance: instanceKey })),
  /** Retries at once instead of waiting for the backoff. */
  'instances.retryNow': command<void>()(z.object({ instance: instanceKey })),
  'instances.reorder': command<void>()(z.object({ order: z.array(instanceKey).max(5_000) })),
  /** Removes an instance and its token; its history stays unless `eraseHistory`. */
  'instances.remove': command<void>()(z.object({ instance: instanceKey, eraseHistory: z.boolean() })),
  /** Runs the self-check; its steps contain no secrets. Cancellable. */
  'instances.selfCheck': command<CheckReport>()(z.object({ instance: instanceKey, run })),
  /**
   * Switches notification kinds on. The instance restarts, which takes up to 5 minutes: call it only after the person
   * agreed.
   */
  'instances.enableNotifications': command<void>()(
    z.object({ instance: instanceKey, fields: z.array(z.string()).max(40) }),
  ),
  /** The fields that enableNotifications would change, with their present values. */
  'instances.readNotificationSettings': command<{
    readonly fields: readonly { readonly name: string; readonly value: string }[]
  }>()(z.object({ instance: instanceKey })),
  'instances.unlockVault': command<void>()(z.object({ passphrase: z.string().max(1024) })),
  /**
   * Keeps tokens in a file that the passphrase encrypts, or changes its passphrase (then `current` is needed). Browser
   * host only. Errors: passphraseWrong, passphraseWeak, vaultLocked, vaultNotWritten; nothing is changed then.
   */
  'instances.setPassphrase': command<void>()(
    z.object({ passphrase: z.string().max(1024), current: z.string().max(1024).nullable() }),
  ),
  /** Sets a locked token file aside, so that the tokens can be entered again. Gives the new path of the file. */
  'instances.setVaultAside': command<{ readonly path: string }>()(z.object({})),
  'instances.acceptWeakVault': command<void>()(z.object({})),
}
