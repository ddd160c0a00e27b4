import type { ContentKind, ServiceMarker } from '../../../contract/messages.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import type { MessageId, Words } from '../../lib/words.ts'
import { useWords } from '../../lib/words.ts'
import type { IconName } from '../marks/icon.tsx'
import { Icon } from '../marks/icon.tsx'

export interface PreviewSource {
  readonly kind: ContentKind
  readonly text: string
  readonly marker?: ServiceMarker | undefined
  readonly deleted?: boolean
}

const appearance: Readonly<Record<ContentKind, { readonly icon: IconName | null; readonly words: MessageId | null }>> =
  {
    text: { icon: null, words: null },
    image: { icon: 'image', words: 'kind.image' },
    video: { icon: 'video', words: 'kind.video' },
    document: { icon: 'file', words: 'kind.document' },
    audio: { icon: 'mic', words: 'kind.audio' },
    sticker: { icon: 'sticker', words: 'kind.sticker' },
    location: { icon: 'place', words: 'kind.location' },
    contacts: { icon: 'user', words: 'kind.contacts' },
    poll: { icon: 'poll', words: 'kind.poll' },
    reaction: { icon: null, words: 'kind.reaction' },
    marker: { icon: null, words: null },
    unsupported: { icon: 'braces', words: 'kind.unsupported' },
  }

/** One line for a message: its own words where it has some, else the name of its kind. */
export function previewWords(t: Words, { kind, text, marker, deleted = false }: PreviewSource): string {
  if (deleted) return t('kind.deleted')
  if (kind === 'marker' && marker) return t(`kind.${marker}`)
  if (kind === 'reaction') return t('kind.reaction', { emoji: text })
  const { words } = appearance[kind]
  if (kind === 'unsupported') return t('kind.unsupported')
  const own = kind === 'document' ? shownFileName(text) : text
  const line = own.slice(0, 300).replaceAll(/\s+/gu, ' ').trim()
  return line !== '' || words === null ? line : t(words)
}

export const kindIcon = (kind: ContentKind): IconName | null => appearance[kind].icon

/** A message in one line, with the sign of its kind. */
export function ContentPreview(source: PreviewSource) {
  const t = useWords()
  const icon = source.deleted ? 'trash' : kindIcon(source.kind)
  return (
    <>
      {icon && <Icon name={icon} />}
      <bdi>{previewWords(t, source)}</bdi>
    </>
  )
}
