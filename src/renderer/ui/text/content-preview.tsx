import type { ContentKind, MessageContent, ServiceMarker } from '../../../contract/messages.ts'
import { callCode, readCallCode } from '../../../contract/values.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import { useTranslations, type MessageId, type Translate } from '../../lib/translations.ts'
import { Icon, type IconName } from '../marks/icon.tsx'
import { callIcon, callLine } from './call-text.ts'

export interface PreviewSource {
  readonly kind: ContentKind
  readonly text: string
  readonly marker?: ServiceMarker | undefined
  /** Of an `unsupported` one what its type stands for; null or absent: nobody knows. */
  readonly known?: ContentKind | null | undefined
  readonly deleted?: boolean
}

interface ContentSummary<Kind extends ContentKind> {
  /** The sign of the kind; null where its words say enough. */
  readonly icon: IconName | null
  /** The name of the kind, in place of words that it lacks. */
  readonly wording: MessageId | null
  /** Its own words; '' when it has none. */
  text(content: Extract<MessageContent, { kind: Kind }>): string
}

const captionOf = ({ caption }: { readonly caption: string }): string => caption

const menuLine = ({ text, title }: { readonly text: string; readonly title: string }): string => text || title

/** Each kind in one line, as lists, quotes and tables show it. A kind without a row does not compile. */
const summaries: { readonly [Kind in ContentKind]: ContentSummary<Kind> } = {
  text: { icon: null, wording: 'kind.noText', text: ({ text }) => text },
  image: { icon: 'image', wording: 'kind.image', text: captionOf },
  video: { icon: 'video', wording: 'kind.video', text: captionOf },
  document: { icon: 'file', wording: 'kind.document', text: ({ caption, fileName }) => caption || fileName },
  audio: { icon: 'mic', wording: 'kind.audio', text: captionOf },
  sticker: { icon: 'sticker', wording: 'kind.sticker', text: captionOf },
  location: {
    icon: 'place',
    wording: 'kind.location',
    text: ({ name, address }) => [name, address].filter(Boolean).join(', '),
  },
  contacts: { icon: 'user', wording: 'kind.contacts', text: ({ cards }) => cards.map(({ name }) => name).join(', ') },
  poll: { icon: 'poll', wording: 'kind.poll', text: ({ question }) => question },
  reaction: { icon: null, wording: 'kind.reaction', text: ({ emoji }) => emoji },
  marker: { icon: null, wording: null, text: ({ caption = '' }) => caption },
  order: { icon: 'cart', wording: 'kind.order', text: ({ orderId }) => orderId },
  product: { icon: 'bag', wording: 'kind.product', text: ({ title }) => title },
  menu: { icon: 'menu', wording: 'kind.menu', text: menuLine },
  template: { icon: 'template', wording: 'kind.template', text: (content) => menuLine(content) || content.name },
  choice: { icon: 'tap', wording: 'kind.choice', text: ({ text }) => text },
  invitation: { icon: 'invite', wording: 'kind.invitation', text: ({ group }) => group },
  call: { icon: 'callIn', wording: 'kind.call', text: callCode },
  unsupported: { icon: 'braces', wording: 'kind.unsupported', text: ({ fields }) => fields[0]?.value ?? '' },
}

/** Kinds whose words say little without the name of the kind. */
const namedLines: Readonly<Partial<Record<ContentKind, MessageId>>> = {
  order: 'kind.orderLine',
  invitation: 'kind.invitationLine',
  unsupported: 'kind.unsupportedLine',
}

/** The words of a message, whatever its kind; '' when it has none. */
export function textOfContent(content: MessageContent): string {
  const summary = summaries[content.kind] as ContentSummary<ContentKind>
  return summary.text(content)
}

/** One line for a message: its own words where it has some, else the name of its kind. */
export function previewText(t: Translate, { kind, text, marker, known, deleted = false }: PreviewSource): string {
  if (deleted) return t('kind.deleted')
  if (kind === 'marker' && marker) return t(marker === 'other' ? 'kind.otherMarker' : `kind.${marker}`)
  if (kind === 'reaction') return t('kind.reaction', { emoji: text })
  if (kind === 'call') return callLine(t, text)
  const { wording } = summaries[kind]
  const own = kind === 'document' ? shownFileName(text) : text
  const line = own.slice(0, 300).replaceAll(/\s+/gu, ' ').trim()
  const unreadable = kind === 'unsupported' && known != null ? kindName(known) : null
  if (unreadable !== null) {
    const name = t('kind.unreadable', { kind: t(unreadable) })
    return line === '' ? name : t('kind.unreadableLine', { name, text: line })
  }
  if (line === '') return wording === null ? line : t(wording)
  const named = namedLines[kind]
  return named === undefined ? line : t(named, { text: line })
}

/** The parts of a message's line, of any kind. */
export const previewOf = (content: MessageContent): PreviewSource => ({
  kind: content.kind,
  text: textOfContent(content),
  known: content.kind === 'unsupported' ? content.known : null,
})

/** The name of a kind of message; null where its words alone name it. */
export const kindName = (kind: ContentKind): MessageId | null =>
  kind === 'text' || kind === 'reaction' ? null : summaries[kind].wording

export const kindIcon = (kind: ContentKind): IconName | null => summaries[kind].icon

/** A message in one line, with the sign of its kind. */
export function ContentPreview(source: PreviewSource) {
  const t = useTranslations()
  const call = source.kind === 'call' ? readCallCode(source.text) : null
  const icon = source.deleted ? 'trash' : call === null ? kindIcon(source.kind) : callIcon(call)
  if (call?.outcome === 'missed')
    return (
      <span className="is-missed">
        <Icon name="callMissed" />
        <bdi>{previewText(t, source)}</bdi>
      </span>
    )
  return (
    <>
      {icon && <Icon name={icon} />}
      <bdi>{previewText(t, source)}</bdi>
    </>
  )
}
