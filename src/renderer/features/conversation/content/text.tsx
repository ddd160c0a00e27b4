import type { Advert } from '../../../../contract/business-kinds.ts'
import type { LinkPreview } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { OutsideLink } from '../../../ui/text/outside-link.tsx'
import { ForeignLink } from '../bubble/kind-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import { useMessageStop } from '../conversation-context.ts'
import { textHeight, type ContentProps, type ContentView } from './content-view.ts'

/** The service's preview of a message's link. */
function LinkPreviewCard({ preview }: { readonly preview: LinkPreview }) {
  const stop = useMessageStop()
  const inside = (
    <>
      <div className="tx">
        {preview.site && <div className="dom ell">{preview.site}</div>}
        {preview.title && (
          <div className="t ell" dir="auto">
            {preview.title}
          </div>
        )}
        {preview.text && (
          <div className="d" dir="auto">
            {preview.text.slice(0, 400)}
          </div>
        )}
        {preview.description && (
          <div className="d" dir="auto">
            {preview.description.slice(0, 400)}
          </div>
        )}
      </div>
      {preview.thumbnail && (
        <img
          src={`media/${encodeURIComponent(preview.thumbnail)}`}
          alt=""
          width={76}
          height={76}
          loading="lazy"
          draggable={false}
        />
      )}
    </>
  )
  const { url } = preview
  if (!url) return <div className="card preview">{inside}</div>
  return (
    <OutsideLink className="card preview" href={url} tabIndex={stop}>
      {inside}
    </OutsideLink>
  )
}

export const text: ContentView<'text'> = {
  Bubble: TextBubble,
  copiedText: (content) => content.text,
  height: (content) => 14 + Math.max(20, textHeight(content.text)) + (content.preview ? 110 : 0),
}

function TextBubble({ content, meta }: ContentProps<'text'>) {
  const { preview, advert } = content
  if (!preview && !advert)
    return content.text === '' ? <NoText meta={meta} /> : <TextContent text={content.text} meta={meta} />
  return (
    <>
      {advert && <AdvertLine advert={advert} />}
      {content.text !== '' && <TextContent text={content.text} meta={null} />}
      {preview && <LinkPreviewCard preview={preview} />}
      <div className="meta-row">{meta}</div>
    </>
  )
}

/** In place of words that the service did not give: no bubble is blank. */
export function NoText({ meta }: Pick<ContentProps<'text'>, 'meta'>) {
  const t = useTranslations()
  return (
    <p className="text-body">
      <span className="marker">{t('kind.noText')}</span>
      {meta}
    </p>
  )
}

/** Through which advertisement the writer came. */
function AdvertLine({ advert: { title, url } }: { readonly advert: Advert }) {
  const t = useTranslations()
  const stop = useMessageStop()
  return (
    <div className="fwd">
      <Icon name="globe" />
      <span className="ell">
        {title === '' ? t('conversation.advert') : t('conversation.advertOf', { title: title.slice(0, 200) })}
      </span>
      {url !== '' && <ForeignLink url={url} className="ell" stop={stop} />}
    </div>
  )
}
