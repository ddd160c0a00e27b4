import type { CustomPreview } from '../../../../contract/link-preview.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { MemoryPicture } from '../../../ui/marks/memory-picture.tsx'
import { linksOf } from './links-of.ts'

/** A preview of one's own as its reader will see it, and beside it where the link of the text leads. */
export function PreviewCard({ text, preview }: { readonly text: string; readonly preview: CustomPreview }) {
  const t = useTranslations()
  const { title, description, link, size, picture } = preview
  const { real, named, differ } = linksOf(text, link)
  return (
    <div className="own-preview">
      {size === 'small' && picture !== '' ? (
        <MemoryPicture image={picture} label="" />
      ) : (
        <span className="pic">
          <Icon name={size === 'large' && picture !== '' ? 'image' : 'link'} size={16} />
        </span>
      )}
      <span className="grow">
        <b className="ell" dir="auto">
          {title}
        </b>
        {description !== '' && (
          <span className="ell" dir="auto">
            {description}
          </span>
        )}
        <span className="ell site">
          <bdi>{named}</bdi>
        </span>
        {differ && (
          <span className="differs" role="note">
            {t('composer.ownPreview.differs', { link: real })}
          </span>
        )}
      </span>
    </div>
  )
}
