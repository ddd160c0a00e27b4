import { createRedact, withoutUrls } from '../../src/api/redact.ts'
import { viewBody } from '../../src/api/answers/error-text.ts'
import { parseJson } from '../../src/api/answers/parse-json.ts'
import { readReceived } from '../../src/api/answers/reply.ts'
import { sourceOfField } from '../../src/api/source-of-field.ts'
import { limitHint, retryAfterMs } from '../../src/api/limits/retry-after.ts'
import { chatKindOf, phoneDigitsOf, twinOf } from '../../src/core/messages/archive/rules/chat-id.ts'
import { formatPhone, titleOf } from '../../src/core/messages/archive/rules/chat-title.ts'
import { searchTextOf } from '../../src/core/messages/content/rules/content-kinds.ts'
import { indexedText } from '../../src/core/messages/content/rules/search-text.ts'
import { thumbnailOf } from '../../src/core/messages/content/rules/parse-content.ts'
import { csvLine } from '../../src/core/base/csv.ts'
import { exportName } from '../../src/core/hosting/export-files.ts'
import { pageMessage } from '../../src/core/exports/html-page.ts'
import { gateLink } from '../../src/core/hosting/link-gate.ts'
import { contentDisposition } from '../../src/core/hosting/window-origin.ts'
import { subjectsOf } from '../../src/core/messages/rules/request-subjects.ts'
import { createScrubber } from '../../src/core/logging/scrubber.ts'
import { looksLikeHtml, sniff } from '../../src/core/media/sniff.ts'
import { readCard } from '../../src/core/reading/rules/contact-card.ts'
import { containsPattern } from '../../src/core/store/sql.ts'
import { filterBy, fold, foldPlaces } from '../../src/contract/text/fold.ts'
import { initialsOf } from '../../src/contract/values.ts'
import { snippetOf } from '../../src/core/search/rules/highlight.ts'
import { readSearch } from '../../src/core/search/rules/search-query.ts'
import { sentName } from '../../src/core/uploads/rules/file-name.ts'
import { safeFileName } from '../../src/main/window/openable-file.ts'
import { checkText } from '../../src/core/sending/rules/check-text.ts'
import { readRecipient } from '../../src/core/sending/rules/recipient.ts'
import { unifyText } from '../../src/core/messages/archive/rules/text-versions.ts'
import { decodeClientMessage, decodeHostMessage } from '../../src/rpc/protocol.ts'
import { findParticipants } from '../../src/renderer/features/details/find-participants.ts'
import { foldText as foldLongText } from '../../src/renderer/features/conversation/bubble/fold-text.ts'
import { saveName, typeText } from '../../src/renderer/features/media/media-files.ts'
import { matchRanges } from '../../src/renderer/features/palette/match-ranges.ts'
import { countOnlyEmoji } from '../../src/renderer/lib/text/count-emoji.ts'
import { curlCommand } from '../../src/renderer/lib/text/curl.ts'
import { tileLetters } from '../../src/contract/tile-letters.ts'
import { shownFileName } from '../../src/renderer/lib/text/shown-file-name.ts'
import { findFirstLink, tokeniseText } from '../../src/contract/text/tokenise-text.ts'
import type { Message } from '../../src/contract/messages.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../src/contract/ids.ts'

/** A function that sees what somebody else wrote: a contact, a group, the service, whatever answers in its place. */
export interface Reader {
  readonly name: string
  read(text: string): unknown
}

const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'
const redact = createRedact(token)
const scrubber = createScrubber()
scrubber.add(token)
const card = { displayName: '', phone: '', organisation: '' }
const query = { phrases: [['a']], digits: '79990' }
const file = {
  kind: 'document',
  caption: '',
  mimeType: '',
  thumbnail: null,
  width: null,
  height: null,
  state: { kind: 'notFetched' },
} as const
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

const messageSaying = (text: string): Message =>
  ({
    key: 1 as MessageKey,
    instance: 1 as InstanceKey,
    chat: 1 as ChatKey,
    idMessage: '1',
    direction: 'incoming',
    at: 0,
    sender: { chatId: '1', name: text, initials: '', hue: 1, avatar: null },
    content: { kind: 'text', text, preview: null, firstLink: null },
    quoted: null,
    reactions: [],
    forwarded: null,
    edited: false,
    deleted: false,
    status: null,
  }) as unknown as Message

/**
 * Every function of the program that sees a stranger's text, each with the text in the place where it hurts most. A new
 * one belongs here: the test beside the bench holds all of them to time that grows with the text and no faster.
 */
export const strangersText: readonly Reader[] = [
  // What the service answers, or whatever answers in its place.
  { name: 'parseJson', read: parseJson },
  { name: 'parseJson, a list', read: (text) => parseJson(`[${text}`) },
  { name: 'parseJson, a text in it', read: (text) => parseJson(`{"a":"${text}`) },
  { name: 'readReceived', read: (text) => readReceived({ kind: 'notJson', text }, text) },
  { name: 'sourceOfField', read: (text) => sourceOfField(`{"receiptId":1,"body":${text}`, 'body') },
  { name: 'sourceOfField, a text in it', read: (text) => sourceOfField(`{"body":"${text}`, 'body') },
  { name: 'viewBody', read: viewBody },
  { name: 'viewBody, a page', read: (text) => viewBody(`<html>${text}`) },
  { name: 'createRedact', read: redact },
  { name: 'withoutUrls', read: withoutUrls },
  { name: 'scrubber', read: (text) => scrubber.scrub(text) },
  {
    name: 'retryAfterMs',
    read: (text) => retryAfterMs({ 'retry-after': text, date: text }, { limit: 'queue', now: 0 }),
  },
  { name: 'limitHint', read: (text) => limitHint({ 'x-ratelimit-remaining': text }) },
  { name: 'subjectsOf', read: (text) => subjectsOf({ subject: null, requestBody: '', responseBody: text }) },
  // What contacts and groups write.
  { name: 'findFirstLink', read: findFirstLink },
  { name: 'pageMessage', read: (text) => pageMessage(messageSaying(text), null, undefined) },
  { name: 'csvLine', read: (text) => csvLine([text]) },
  { name: 'indexedText', read: indexedText },
  { name: 'searchTextOf', read: (text) => searchTextOf({ kind: 'contacts', cards: [{ ...card, vcard: text }] }) },
  { name: 'snippetOf', read: (text) => snippetOf([text], query) },
  { name: 'readCard', read: (text) => readCard({ ...card, vcard: text }) },
  {
    name: 'readCard, a line in it',
    read: (text) => readCard({ ...card, vcard: `BEGIN:VCARD\nTEL${text}\nEND:VCARD` }),
  },
  { name: 'initialsOf', read: initialsOf },
  { name: 'fold', read: fold },
  { name: 'foldPlaces', read: foldPlaces },
  { name: 'filterBy', read: (text) => filterBy('a')(text) },
  { name: 'safeFileName', read: safeFileName },
  { name: 'sentName', read: (text) => sentName(text, '') },
  {
    name: 'titleOf',
    read: (text) =>
      titleOf({
        chatId: text,
        given: text,
        contactName: text,
        senderName: null,
        subject: null,
        username: text,
        phone: text,
      }),
  },
  { name: 'formatPhone', read: formatPhone },
  { name: 'chatKindOf', read: chatKindOf },
  { name: 'twinOf', read: twinOf },
  { name: 'phoneDigitsOf', read: phoneDigitsOf },
  { name: 'thumbnailOf', read: thumbnailOf },
  { name: 'unifyText', read: unifyText },
  { name: 'gateLink', read: gateLink },
  { name: 'gateLink, mailto', read: (text) => gateLink(`mailto:a@example.com?${text}`) },
  { name: 'exportName', read: (text) => exportName(text, 0, 'csv') },
  { name: 'contentDisposition', read: contentDisposition },
  { name: 'sniff', read: (text) => sniff(bytesOf(text)) },
  { name: 'looksLikeHtml', read: (text) => looksLikeHtml(bytesOf(text)) },
  { name: 'tokeniseText', read: tokeniseText },
  { name: 'foldText (window)', read: foldLongText },
  { name: 'tileLetters', read: tileLetters },
  { name: 'shownFileName', read: shownFileName },
  { name: 'saveName', read: (text) => saveName({ ...file, fileName: text } as never) },
  { name: 'typeText', read: (text) => typeText({ ...file, fileName: text, mimeType: text } as never) },
  { name: 'countOnlyEmoji', read: countOnlyEmoji },
  { name: 'matchRanges', read: (text) => matchRanges(text, 'an 1') },
  {
    name: 'findParticipants',
    read: (text) => findParticipants([{ name: text, phone: text, chatId: text, role: 'member' } as never], 'an'),
  },
  // What is pasted, and what a page that is not ours could send.
  { name: 'checkText', read: (text) => checkText('10000001', text) },
  { name: 'readRecipient', read: (text) => readRecipient(text, 'RU') },
  { name: 'readSearch', read: readSearch },
  { name: 'containsPattern', read: containsPattern },
  { name: 'curlCommand', read: (text) => curlCommand({ method: 'POST', url: text, body: text }) },
  { name: 'decodeClientMessage', read: decodeClientMessage },
  { name: 'decodeHostMessage', read: decodeHostMessage },
]

const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Texts that make careless patterns slow: long runs, beginnings without an end, ends without a beginning, depth. */
const units = [
  'a',
  '1',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '"',
  '\\',
  "'",
  '`',
  '.',
  ',',
  ':',
  '-',
  '+',
  '@',
  '_',
  '%',
  '<',
  '>',
  '&',
  '{',
  '[',
  '(',
  ')',
  '}',
  ']',
  'а ',
  'ё',
  '\u0301',
  '\u0316\u0301',
  '👩‍👩‍👧',
  '\ud800',
  '\u202e',
  '\u00a0',
  '/',
  '\\/',
  '\u0000',
  'a.',
  'a@',
  'a@b.',
  '1 ',
  '1-',
  '+7 999 ',
  '{"a":',
  '[[',
  '[{',
  '{"type":',
  '","',
  '\\u',
  '\\"',
  ' ,',
  ', {',
  'http://',
  'https://a',
  'https:\\/\\/',
  'www.',
  'waInstance',
  'waInstance1/',
  'waInstance1/a/',
  'waInstance\\/a\\/',
  'waInstance1%2F',
  '<title',
  '<title>',
  '<script',
  '<style>',
  '<script></script',
  '<html',
  '<!--',
  '"webhookUrl":"',
  '"webhookUrlToken":"',
  '"webhookUrl" ',
  '"idMessage":',
  '"idMessage" ',
  '"receiptId":',
  '"receiptId" :1',
  'BEGIN:VCARD\n',
  'TEL;',
  'TEL:',
  'item1.',
  'item1.TEL:',
  'FN:a\n',
  ';type=',
  'data:',
  'attach=',
  'attach=a&',
  'wa.me/',
]

/** Beginnings after which a run is read by another part of a pattern, and ends that undo what was matched. */
const frames: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['http://a', 'x'],
  ['https://', '\u0000'],
  ['waInstance', '"'],
  ['waInstance1/a/', ' '],
  ['"webhookUrl":"http://a?', ''],
  ['{"receiptId":1', 'x'],
  ['"receiptId":1}', 'x'],
  ['[{', ']'],
  ['a', 'a'],
]

/** Each as a function of its length in UTF-16 code units. */
export const hostileTexts: readonly { readonly name: string; of(length: number): string }[] = frames.flatMap(
  ([before, after]) =>
    units.map((unit) => ({
      name: `${JSON.stringify(before)} ${JSON.stringify(unit)}… ${JSON.stringify(after)}`,
      of: (length: number) => before + fill(unit, length - before.length - after.length) + after,
    })),
)
