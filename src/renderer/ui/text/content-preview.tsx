import type { ContentKind, ServiceMarker } from '../../../contract/messages.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import type { MessageId, Translate } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'
import type { IconName } from '../marks/icon.tsx'
import { Icon } from '../marks/icon.tsx'

export interface PreviewSource {
  readonly kind: ContentKind
  readonly text: string
  readonly marker?: ServiceMarker | undefined
  readonly deleted?: boolean
}

const appearance: Readonly<
  Record<ContentKind, { readonly icon: IconName | null; readonly wording: MessageId | null }>
> = {
  text: { icon: null, wording: null },
  image: { icon: 'image', wording: 'kind.image' },
  video: { icon: 'video', wording: 'kind.video' },
  document: { icon: 'file', wording: 'kind.document' },
  audio: { icon: 'mic', wording: 'kind.audio' },
  sticker: { icon: 'sticker', wording: 'kind.sticker' },
  location: { icon: 'place', wording: 'kind.location' },
  contacts: { icon: 'user', wording: 'kind.contacts' },
  poll: { icon: 'poll', wording: 'kind.poll' },
  reaction: { icon: null, wording: 'kind.reaction' },
  marker: { icon: null, wording: null },
  unsupported: { icon: 'braces', wording: 'kind.unsupported' },
}

/** One line for a message: its own words where it has some, else the name of its kind. */
export function previewText(t: Translate, { kind, text, marker, deleted = false }: PreviewSource): string {
  if (deleted) return t('kind.deleted')
  if (kind === 'marker' && marker) return t(`kind.${marker}`)
  if (kind === 'reaction') return t('kind.reaction', { emoji: text })
  const { wording } = appearance[kind]
  if (kind === 'unsupported') return t('kind.unsupported')
  const own = kind === 'document' ? shownFileName(text) : text
  const line = own.slice(0, 300).replaceAll(/\s+/gu, ' ').trim()
  return line !== '' || wording === null ? line : t(wording)
}

export const kindIcon = (kind: ContentKind): IconName | null => appearance[kind].icon

/** A message in one line, with the sign of its kind. */
export function ContentPreview(source: PreviewSource) {
  const t = useTranslations()
  const icon = source.deleted ? 'trash' : kindIcon(source.kind)
  return (
    <>
      {icon && <Icon name={icon} />}
      <bdi>{previewText(t, source)}</bdi>
    </>
  )
}
