import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { MediaContent, MessageContent } from '../../../contract/messages.ts'
import type { Person } from '../../../contract/values.ts'
import type { MenuOption, Order, ShownOption } from '../../../contract/business-kinds.ts'
import { readOrderDetails } from '../../messages/archive/tx/order-details.ts'
import { bareUserId } from '../../messages/archive/rules/chat-id.ts'
import { kindOfType } from '../../messages/content/rules/content-kinds.ts'
import { linkTextBeside } from '../../messages/content/rules/text.ts'
import { nameOf } from '../../messages/content/rules/template.ts'
import type { StoredContent, StoredMedia } from '../../messages/content/rules/stored-content.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import { toMediaState, type MediaColumns } from '../../media/rules/media-state.ts'
import type { ReadTx } from '../../store/tx.ts'
import { readCard } from '../rules/contact-card.ts'
import { findFirstLink } from '../../../contract/text/tokenise-text.ts'

interface Votes {
  readonly optionName: string
  readonly optionVoters: readonly string[]
}

/** Converts stored content to the contract's types. */
export function presentContent(
  tx: ReadTx,
  row: MediaColumns & {
    readonly key: MessageKey
    readonly instance: InstanceKey
    readonly chat: ChatKey
    readonly at: number
    readonly id_message: string | null
    readonly type_message: string
    readonly quoted_id: string | null
  },
  content: StoredContent,
  votes: readonly Votes[],
  person: (id: string) => Person,
): MessageContent {
  switch (content.kind) {
    case 'text': {
      const { preview } = content
      const advert = content.advert === undefined ? {} : { advert: content.advert }
      if (preview === null) return { kind: 'text', text: content.text, preview: null, ...advert }
      const url = findFirstLink(content.previewLink ?? preview.text ?? '') ?? findFirstLink(content.text)
      return {
        kind: 'text',
        text: content.text,
        ...advert,
        preview: { ...preview, text: linkTextBeside(content), url, site: url === null ? '' : new URL(url).hostname },
      }
    }
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      return { kind: content.kind, ...toMedia(tx, row, content) }
    case 'location':
    case 'marker':
      return content
    case 'reaction':
      return { ...content, targetId: row.quoted_id ?? '' }
    case 'contacts':
      return { kind: 'contacts', cards: content.cards.map(readCard) }
    case 'poll':
      return { ...toPoll(content, votes, person), countedSince: countedSince(tx, row) }
    case 'order': {
      const { seller: _seller, thumbnail: _thumbnail, ...shown } = content
      return { ...shown, ...withDetails(content, readOrderDetails(tx, row.key)) }
    }
    case 'product':
      return content
    case 'menu':
      return { ...content, options: withChoices(tx, row, content.options, person) }
    case 'template': {
      const { id: _id, ...shown } = content
      return { ...shown, name: nameOf(content), options: withChoices(tx, row, content.options, person) }
    }
    case 'choice':
      return { kind: 'choice', text: content.text }
    case 'invitation': {
      const { group, text, code, expiresAt } = content
      return { kind: 'invitation', group, text, expiresAt, url: code === '' ? '' : inviteAddress(code) }
    }
    case 'call': {
      const { kind, outcome, duration, people, video, group } = content
      const recording = outcome === 'answered' && row.id_message !== null ? toMediaState(row) : null
      return { kind, outcome, duration, people, video: video === true, group: group === true, recording }
    }
    case 'unsupported':
      return {
        kind: 'unsupported',
        typeMessage: row.type_message,
        known: kindOfType(row.type_message) ?? null,
        fields: content.fields ?? [],
        more: content.more ?? 0,
      }
  }
}

/** An amount goes with the currency that came with it; the order's own record mostly names none. */
function withDetails(
  { amount, currency }: Extract<StoredContent, { kind: 'order' }>,
  stored: ReturnType<typeof readOrderDetails>,
): Pick<Order, 'amount' | 'currency' | 'details'> {
  if (stored === null) return { amount, currency, details: null }
  const { total, currency: named, ...details } = stored
  return total === '' || named === ''
    ? { amount: amount || total, currency: currency || named, details }
    : { amount: total, currency: named, details }
}

/** The messenger's address of an invitation (service 10.9). */
const inviteAddress = (code: string): string => `https://chat.whatsapp.com/${encodeURIComponent(code)}`

/** So many choices of a menu are looked at, the newest ones. */
const mostChoices = 200

/** The options of a menu, each with those who chose it, the newest first. */
function withChoices(
  tx: ReadTx,
  { chat, id_message: id }: { readonly chat: ChatKey; readonly id_message: string | null },
  options: readonly MenuOption[],
  person: (id: string) => Person,
): readonly ShownOption[] {
  const choices =
    id === null
      ? []
      : tx.all<{ key: MessageKey; content_json: string; sender_id: string; at: number }>(
          `select key, content_json, sender_id, at from message
           where chat = ? and quoted_id = ? and content_kind = 'choice' and hidden_at is null
           order by at desc, tie desc limit ?`,
          [chat, id, mostChoices],
        )
  const replies = choices.flatMap(({ key, content_json, sender_id, at }) => {
    const content = readContentOf(tx, key, content_json)
    return content.kind === 'choice' ? [{ ...content, person: person(sender_id), at }] : []
  })
  const isOf = (option: MenuOption, choice: { readonly optionId: string; readonly text: string }) =>
    option.id !== '' && choice.optionId !== '' ? option.id === choice.optionId : option.text === choice.text
  return options.map((option) => {
    const chosenBy = new Map<string, { readonly person: Person; readonly at: number }>()
    for (const choice of replies) {
      const known = chosenBy.get(choice.person.id)
      if (known === undefined && option.action === 'reply' && isOf(option, choice))
        chosenBy.set(choice.person.id, { person: choice.person, at: choice.at })
    }
    return { ...option, chosenBy: [...chosenBy.values()] }
  })
}

/** The contract's type of a file. */
export function toMedia(tx: ReadTx, row: MediaColumns, content: StoredMedia): MediaContent {
  const thumbnail =
    content.thumbnail === null
      ? undefined
      : tx.get<{ width: number | null; height: number | null }>('select width, height from thumbnail where ref = ?', [
          content.thumbnail,
        ])
  return {
    caption: content.caption,
    fileName: content.fileName,
    mimeType: row.file_mime ?? content.mimeType,
    thumbnail: content.thumbnail,
    animated: content.animated === true,
    ...(content.round === true ? { round: true } : {}),
    hasLink: content.downloadUrl !== '',
    file: toMediaState(row),
    width: row.file_width ?? thumbnail?.width ?? null,
    height: row.file_height ?? thumbnail?.height ?? null,
  }
}

/** Since when votes are received, where a poll was asked before; null where it is younger than the archive. */
function countedSince(tx: ReadTx, row: { readonly instance: InstanceKey; readonly at: number }): number | null {
  const since = tx.get<{ at: number }>('select created_at + clock_offset_ms as at from instance where key = ?', [
    row.instance,
  ])?.at
  return since !== undefined && row.at < since ? since : null
}

function toPoll(
  content: Extract<StoredContent, { kind: 'poll' }>,
  votes: readonly Votes[],
  person: (id: string) => Person,
): Omit<Extract<MessageContent, { kind: 'poll' }>, 'countedSince'> {
  const byName = new Map(votes.map((vote) => [vote.optionName, vote.optionVoters]))
  // Options that only a vote names are shown too: the poll itself may not be known.
  const names = [...new Set([...content.options, ...byName.keys()])]
  const options = names.map((name) => {
    const ids = new Map((byName.get(name) ?? []).map((id) => [bareUserId(id), id]))
    const voters = [...ids.values()].map(person)
    return { name, votes: voters.length, voters, own: voters.some(({ own }) => own) }
  })
  return {
    kind: 'poll',
    question: content.question,
    multiple: content.multiple,
    options,
    voters: new Set(options.flatMap(({ voters }) => voters.map(({ id }) => bareUserId(id)))).size,
  }
}
