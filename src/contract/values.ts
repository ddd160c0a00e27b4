// Rules shared by core and the renderer. Imports no schema, so that the renderer may load it.
import { graphemesOf } from './tile-letters.ts'

/**
 * One of the six quiet avatar hues, 1 to 6, by hash of the id of a chat or person (FNV-1a): equal for both forms of an
 * id, with and without the suffix of a personal chat.
 */
export function hueOf(chatId: string): number {
  const id = chatId.replace(/@c\.us$/u, '')
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}

/** The hue of a person known only by a phone number: that of the chat with the number. */
export const hueOfPhone = (number: string): number => hueOf(number.replaceAll(/\D/gu, ''))

/** Longest title, description and link of a preview of one's own, characters (service 11.3.1). */
export const longestPreviewText = 300
/** Longest picture of a small preview, characters of base64: it travels inside the request, beside a whole text. */
export const longestPreviewPicture = 24_000

const wordStart = /[\p{L}\p{N}]/u

/**
 * Up to two characters for the coloured avatar of a chat or person: first letters of the first two words, or the last
 * two digits of what is only a number. Symbols and emoji are skipped; '' if nothing is left.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => wordStart.test(word))
  if (words.length > 0 && words.every((word) => /^[+\d()-]+$/u.test(word))) {
    return words.join('').replaceAll(/\D/gu, '').slice(-2)
  }
  // "Customer 4821" differs from "Customer 4822" by its number, not by its first letter.
  const [first = '', second = ''] = words
  if (/^\d+$/u.test(second) && words.length === 2) return second.slice(0, 2)
  return [first, second].map(firstLetter).join('')
}

/** A name as it is shown; '' for one that consists of signs that nobody sees. */
export const visibleName = (name: string): string => (seen.test(name.replaceAll(unseen, '')) ? name.trim() : '')

const seen = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Signs without a shape, and two that have an empty one: the fillers of Hangul and the blank of Braille. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/gu

function firstLetter(word: string): string {
  for (const { segment } of graphemesOf(word)) if (wordStart.test(segment)) return segment.toLocaleUpperCase()
  return ''
}

/** A service family: the messenger of an instance. */
type Family = 'v3' | 'whatsapp' | 'telegram'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long after acceptance a sent text may be edited (service 11.4.1), ms. */
export const editWindowMs = (family: Family): number => (family === 'telegram' ? 48 * hourMs : 15 * minuteMs)

/** How long an own message may be deleted for everybody (service 11.4.2), ms; null: no known limit. */
export const deleteWindowMs = (family: Family): number | null => (family === 'whatsapp' ? 72 * hourMs : null)

/** A business account writes freely for so long after its customer's last message (service 10.9), ms. */
export const freeWindowMs = 24 * hourMs

/** A blank of a template's words: its number, or its name. */
const blankPattern = /\{\{\s*([^{}\s]{1,100})\s*\}\}/gu
const mostBlanks = 50

/** Names of the blanks of a template's words, in the order of its params: numbers count, names come as they appear. */
export function templateBlanks(text: string): readonly string[] {
  const names = [...new Set([...text.matchAll(blankPattern)].map(([, name = '']) => name))]
  const numbers = names.filter((name) => /^\d{1,2}$/u.test(name)).map(Number)
  if (names.length === 0 || numbers.length < names.length) return names.slice(0, mostBlanks)
  return Array.from({ length: Math.min(Math.max(...numbers), mostBlanks) }, (_, index) => String(index + 1))
}

/** The words with what was filled in; a blank without a value stays. */
export function fillTemplate(text: string, params: readonly string[]): string {
  const blanks = templateBlanks(text)
  return text.replaceAll(blankPattern, (blank, name: string) => params[blanks.indexOf(name)] || blank)
}

/** The kind of a file at the service: the extension of its name decides, not its type (service 11.1). */
export type FileKind = 'image' | 'video' | 'audio' | 'sticker' | 'document'

const endings: Readonly<Record<string, FileKind>> = {
  ...kindOfEach('image', ['jpg', 'jpeg', 'png', 'gif']),
  ...kindOfEach('video', ['mp4', 'mov', '3gp']),
  ...kindOfEach('audio', ['mp3', 'ogg', 'oga', 'wav', 'm4a', 'aac']),
  webp: 'sticker',
}

function kindOfEach(kind: FileKind, names: readonly string[]): Readonly<Record<string, FileKind>> {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

/** The kind of a file with this name at the service. */
export function fileKindOf(name: string): FileKind {
  const ending = /\.([a-z\d]{1,8})$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(endings, ending) ? (endings[ending] ?? 'document') : 'document'
}

/** The service's limits of files for one instance (service 11.3.2). */
export interface FileRules {
  /** By kind; checked before the upload. */
  readonly maxBytes: Readonly<Record<FileKind, number>>
  /** UTF-16 code units. */
  readonly captionLength: number
  /** Other kinds lose their caption. */
  readonly captioned: readonly FileKind[]
}

/**
 * Whether a text beside files is a caption and no message of its own, as messengers do: beside one file without a
 * caption, if its kind and the text's length allow it. Among several files each has a caption of its own.
 */
export function isCaption(
  { captioned, captionLength }: FileRules,
  files: readonly { readonly kind: FileKind; readonly caption: string }[],
  text: string,
): boolean {
  const [file] = files
  if (file === undefined || files.length > 1 || file.caption.trim() !== '') return false
  return captioned.includes(file.kind) && text.trim() !== '' && text.trim().length <= captionLength
}

/** The largest file that any instance takes. */
export const mostFileBytes = 100_000_000

/** Most files in the composer of one chat. */
export const mostFiles = 100

/** Most files of one quick reply. */
export const mostReplyFiles = 10

/** Most dead letters that one call replays or skips. */
export const mostDeadLetters = 1000

/** Size of the slices in which the window transfers a file to core, bytes. */
export const sliceBytes = 4 * 1024 * 1024

/**
 * Rights of a group's participants: the service's names without `allowParticipants` (service 11.6). getGroupData
 * reports fewer than can be set.
 */
export const groupRights = [
  'sendMessages',
  'sendMedia',
  'sendPolls',
  'sendOtherMessages',
  'addWebPagePreviews',
  'editGroupSettings',
  'addMembers',
  'pinMessages',
] as const
export type GroupRight = (typeof groupRights)[number]

/** Rights that updateGroupSettings accepts, by family, in display order. */
export const settableRights: Readonly<Record<'v3' | 'whatsapp' | 'telegram', readonly GroupRight[]>> = {
  v3: ['editGroupSettings', 'addMembers', 'pinMessages'],
  whatsapp: ['sendMessages', 'editGroupSettings'],
  telegram: groupRights,
}

/** Currencies with their digits after the point; filled as they are met. */
const digitsOfCurrency = new Map<string, number | null>()

/** Minutes without a key or a move of the pointer after which the window locks. */
export const lockMinutes = [1, 5, 15, 30, 60] as const
export type LockMinutes = (typeof lockMinutes)[number]

/** Of several limits of age the lowest, days; null: none of them is one. */
export function leastDays(...limits: readonly (number | null)[]): number | null {
  const days = limits.filter((limit) => limit !== null)
  return days.length === 0 ? null : Math.min(...days)
}

/** How long a send can be undone where Settings say so, ms. */
export const undoSendMs = 5_000
/** How long a person can undo that a proposal was dismissed, ms. */
export const undoDismissMs = 10_000

/** Digits after the point of a currency; null for what is none, whose amounts can't be read. */
function currencyDigits(currency: string): number | null {
  const known = digitsOfCurrency.get(currency)
  if (known !== undefined) return known
  const digits = Intl.supportedValuesOf('currency').includes(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? null)
    : null
  // A stranger names the currency: what is none is not remembered.
  if (digits !== null) digitsOfCurrency.set(currency, digits)
  return digits
}

/**
 * An amount in minor units as a decimal number: "41200" in EUR is "412.00", in JPY "41200", in KWD "41.200". Null where
 * it is no whole number, or the currency is unknown: then nobody can say what it is worth.
 */
export function decimalAmount(minorUnits: string, currency: string): string | null {
  const digits = /^-?\d{1,30}$/u.test(minorUnits) ? currencyDigits(currency.toUpperCase()) : null
  if (digits === null) return null
  const sign = minorUnits.startsWith('-') ? '-' : ''
  const all = minorUnits.replace('-', '').padStart(digits + 1, '0')
  const whole = all.slice(0, all.length - digits).replace(/^0+(?=\d)/u, '')
  return digits === 0 ? sign + whole : `${sign}${whole}.${all.slice(-digits)}`
}

/** The same with its currency, in no language: "412.00 EUR"; '' where it can't be read. */
export function formatAmount(minorUnits: string, currency: string): string {
  const decimal = decimalAmount(minorUnits, currency)
  return decimal === null ? '' : `${decimal} ${currency.toUpperCase()}`
}

/** The same for a plain text: what can't be read stays as it came, and a whole number is said to be in minor units. */
export function plainAmount(amount: string, currency: string): string {
  const asItCame = [amount, currency].filter((part) => part !== '').join(' ')
  if (amount === '') return ''
  return formatAmount(amount, currency) || (/^-?\d+$/u.test(amount) ? `${asItCame} (minor units)` : asItCame)
}

/** The parts of a call's code. */
interface CodedCall {
  readonly outcome: CallOutcome | null
  readonly video: boolean | null
  readonly group: boolean | null
  /** Seconds; null: unknown. */
  readonly duration: number | null
}

/** A call in a line that needs no language: "missed video", "answered 192". Lists of messages hold it as their text. */
export function callCode({ outcome, video, group, duration }: CodedCall): string {
  const parts = [outcome ?? 'unknown', video === true ? 'video' : '', group === true ? 'group' : '']
  if (outcome === 'answered' && duration !== null) parts.push(String(duration))
  return parts.filter((part) => part !== '').join(' ')
}

/** Reads what {@link callCode} wrote. */
export function readCallCode(code: string): CodedCall {
  const [outcome, ...flags] = code.split(' ')
  const known = (['answered', 'rejected', 'missed', 'unanswered'] as const).find((one) => one === outcome)
  const seconds = flags.find((flag) => /^\d+$/u.test(flag))
  return {
    outcome: known ?? null,
    video: flags.includes('video'),
    group: flags.includes('group'),
    duration: seconds === undefined ? null : Number(seconds),
  }
}

/**
 * How a call ended, seen from here. `rejected`: on this side, or "do not disturb" was on. `missed`: an incoming call
 * that nobody took. `unanswered`: an outgoing one.
 */
export const callOutcomes = ['answered', 'rejected', 'missed', 'unanswered'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export interface Person {
  /** The service's id. */
  readonly id: string
  readonly name: string
  readonly own: boolean
  /** 1 to 6, by hash of the id: the avatar hue. */
  readonly hue: number
}

export interface Call {
  /** null: only that it rang is known. */
  readonly outcome: CallOutcome | null
  readonly video: boolean
  readonly group: boolean
  /** Seconds; null: unknown. */
  readonly duration: number | null
  /** Number of people besides the account; null: unknown. */
  readonly people: number | null
}

/** A plan's monthly quota of one method. */
export interface AccountQuota {
  /** The service's name of it. */
  readonly method: string
  /** The service's count when it reported it last; null: it gave no number. */
  readonly used: number | null
  /** The plan's limit; null: unknown. */
  readonly total: number | null
  /** The service's words. */
  readonly text: string
  /** When the service reported it; null: it did not in this month. */
  readonly at: number | null
  /** The service refuses it until then, epoch ms; null: it does not. */
  readonly usedUpUntil: number | null
  /** Calls of this computer in this month; null: it makes none of this kind. */
  readonly own: { readonly people: number; readonly programs: number; readonly background: number } | null
  /** Calls of the team's other desks in this month; 0 without a team. */
  readonly colleagues: number
}

/** Calls of a quota in this month: by the service's count or by the desks', whichever is more. */
export const countedCalls = ({ used, own, colleagues }: AccountQuota): number =>
  Math.max(used ?? 0, colleagues + (own === null ? 0 : own.people + own.programs + own.background))
