import type { AppSettings } from './settings.ts'
// Rules by which core and the window must say the same. Imports nothing, so that the window may have it as it is.

/**
 * One of the six quiet avatar hues, 1 to 6, by hash of the id of a chat or person (FNV-1a): always the same for one id,
 * and for both forms of it, with the suffix of a personal chat and without.
 */
export function hueOf(chatId: string): number {
  const id = chatId.replace(/@c\.us$/u, '')
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}

/** The hue of a person who is known by a phone number only: the one that the chat with this number has. */
export const hueOfPhone = (number: string): number => hueOf(number.replaceAll(/\D/gu, ''))

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wordStart = /[\p{L}\p{N}]/u

/**
 * Up to two characters for the coloured avatar of a chat or person: first letters of the first two words, or the last
 * two digits of what is only a number. Symbols and emoji are passed over; '' when nothing is left.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => wordStart.test(word))
  if (words.length > 0 && words.every((word) => /^[+\d()-]+$/u.test(word))) {
    return words.join('').replaceAll(/\D/gu, '').slice(-2)
  }
  // "Customer 4821" is told from "Customer 4822" by its number, not by its first letter.
  const [first = '', second = ''] = words
  if (/^\d+$/u.test(second) && words.length === 2) return second.slice(0, 2)
  return [first, second].map(firstLetter).join('')
}

function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) if (wordStart.test(segment)) return segment.toLocaleUpperCase()
  return ''
}

/**
 * Whether what is muted until then is so at `now` (both epoch ms): a timed mute ends by itself, kept but counting no
 * more.
 */
export const isMuted = (until: number | 'forever' | null, now: number): boolean =>
  until === 'forever' || (until !== null && until > now)

/** A service family: which messenger the instance is of. */
type Family = 'v3' | 'whatsapp' | 'telegram'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** For how long after acceptance a sent text may be changed at the service (service 11.4.1), ms. */
export const editWindowMs = (family: Family): number => (family === 'telegram' ? 48 * hourMs : 15 * minuteMs)

/** For how long an own message may be deleted for everybody (service 11.4.2), ms; null: no limit is known. */
export const deleteWindowMs = (family: Family): number | null => (family === 'whatsapp' ? 72 * hourMs : null)

/** What a file becomes at the service: the ending of its name decides, not its type (service 11.1). */
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

/** What a file of this name becomes at the service. */
export function fileKindOf(name: string): FileKind {
  const ending = /\.([a-z\d]{1,8})$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(endings, ending) ? (endings[ending] ?? 'document') : 'document'
}

/** What the service takes of a file (service 11.3.2). */
interface FileRules {
  readonly maxBytes: number
  /** UTF-16 code units. */
  readonly captionLength: number
  /** Other kinds lose their caption on the way. */
  readonly captioned: readonly FileKind[]
}

const megabyte = 1_000_000

/** By family, and before anything is uploaded. */
export const fileRules: Readonly<Record<Family, FileRules>> = {
  whatsapp: { maxBytes: 100 * megabyte, captionLength: 1024, captioned: ['image', 'video', 'document'] },
  v3: { maxBytes: 100 * megabyte, captionLength: 4000, captioned: ['image', 'video'] },
  // Its limit is not documented: the one of the others.
  telegram: { maxBytes: 100 * megabyte, captionLength: 1024, captioned: ['image', 'video', 'document'] },
}

/** So many files may wait in the composer of one chat. */
export const mostFiles = 100

/** The window hands a file to core in pieces of at most so many bytes, one after another. */
export const sliceBytes = 4 * 1024 * 1024

/** What may stand in a quick reply, in braces, and is filled in where it is used. */
export const quickReplyVariables = ['name', 'instance', 'time'] as const
type QuickReplyVariable = (typeof quickReplyVariables)[number]

const variable = /\{([\p{L}\p{N}_]{1,40})\}/gu
const known: readonly string[] = quickReplyVariables
const isKnown = (name: string): name is QuickReplyVariable => known.includes(name)

/** The first variable of a text that nobody knows, with its braces; null when it has none. */
export function unknownVariable(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(variable)) if (!isKnown(name)) return whole
  return null
}

/** A quick reply as it is written into a message: what is filled in is not looked at again. */
export const fillQuickReply = (text: string, values: Readonly<Record<QuickReplyVariable, string>>): string =>
  text.replaceAll(variable, (whole, name: string) => (isKnown(name) ? values[name] : whole))

/**
 * What participants of a group may be let do: the service's names without `allowParticipants` (service 11.6). What
 * getGroupData tells of them is less than what can be set.
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

/** Those that updateGroupSettings takes, by family, in the order in which they are shown. */
export const settableRights: Readonly<Record<'v3' | 'whatsapp' | 'telegram', readonly GroupRight[]>> = {
  v3: ['editGroupSettings', 'addMembers', 'pinMessages'],
  whatsapp: ['sendMessages', 'editGroupSettings'],
  telegram: groupRights,
}

/**
 * Which part of a profile takes a setting: through which host requests go, and how long things are kept, are not taken
 * along with the colours.
 */
export const partOfSetting = (name: keyof AppSettings): 'settings' | 'proxy' | 'retention' =>
  name === 'proxy' ? 'proxy' : name.startsWith('keep') ? 'retention' : 'settings'
