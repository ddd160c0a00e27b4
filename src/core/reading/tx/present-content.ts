import type { MediaContent, MessageContent, Person } from '../../../contract/messages.ts'
import { linkTextBeside } from '../../messages/content/rules/text.ts'
import type { StoredContent, StoredMedia } from '../../messages/content/rules/stored-content.ts'
import { toMediaState } from '../../media/rules/media-state.ts'
import type { MediaColumns } from '../../media/rules/media-state.ts'
import type { ReadTx } from '../../store/tx.ts'
import { readCard } from '../rules/contact-card.ts'
import { findFirstLink } from '../rules/address-in-text.ts'

interface Votes {
  readonly optionName: string
  readonly optionVoters: readonly string[]
}

/** What the archive keeps of a message, in the words of the contract. */
export function presentContent(
  tx: ReadTx,
  row: MediaColumns & { readonly type_message: string; readonly quoted_id: string | null },
  content: StoredContent,
  votes: readonly Votes[],
  person: (id: string) => Person,
): MessageContent {
  switch (content.kind) {
    case 'text': {
      const { preview } = content
      if (preview === null) return { kind: 'text', text: content.text, preview: null }
      const url = findFirstLink(preview.text ?? '') ?? findFirstLink(content.text)
      return {
        kind: 'text',
        text: content.text,
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
      return toPoll(content, votes, person)
    case 'unsupported':
      return { kind: 'unsupported', typeMessage: row.type_message }
  }
}

function toMedia(tx: ReadTx, row: MediaColumns, content: StoredMedia): MediaContent {
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
    hasLink: content.downloadUrl !== '',
    file: toMediaState(row),
    width: row.file_width ?? thumbnail?.width ?? null,
    height: row.file_height ?? thumbnail?.height ?? null,
  }
}

/** An account's id is written with and without its suffix (service 2.1): one person's ids are compared without it. */
const bareId = (id: string): string => id.replace(/@c\.us$/u, '')

function toPoll(
  content: Extract<StoredContent, { kind: 'poll' }>,
  votes: readonly Votes[],
  person: (id: string) => Person,
): MessageContent {
  const byName = new Map(votes.map((vote) => [vote.optionName, vote.optionVoters]))
  // Options that only a vote names are shown too: the poll itself may not be known.
  const names = [...new Set([...content.options, ...byName.keys()])]
  const options = names.map((name) => {
    const ids = new Map((byName.get(name) ?? []).map((id) => [bareId(id), id]))
    const voters = [...ids.values()].map(person)
    return { name, votes: voters.length, voters, own: voters.some(({ own }) => own) }
  })
  return {
    kind: 'poll',
    question: content.question,
    multiple: content.multiple,
    options,
    voters: new Set(options.flatMap(({ voters }) => voters.map(({ id }) => bareId(id)))).size,
  }
}
