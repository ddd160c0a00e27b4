import type { CustomPreview } from '../../../../contract/link-preview.ts'
import type { StoredContent } from './stored-content.ts'

/** A preview of one's own as its message has it until the service shows it with its picture. `link`: '' for none. */
export const ownPreview = ({
  title,
  description,
  link,
}: Pick<CustomPreview, 'title' | 'description' | 'link'>): Pick<
  Extract<StoredContent, { kind: 'text' }>,
  'preview' | 'previewLink'
> => ({
  preview: { title, description, thumbnail: null },
  ...(link === '' ? {} : { previewLink: link }),
})
