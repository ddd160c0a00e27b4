import type { Advert } from '../../../../contract/business-kinds.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ForeignLink } from '../bubble/kind-card.tsx'
import { LinkPreviewCard } from '../bubble/link-preview-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import { useMessageStop } from '../conversation-context.ts'
import type { ContentProps, ContentView } from './content-view.ts'
import { textHeight } from './content-view.ts'

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
    <div className="fwd advert">
      <Icon name="globe" />
      <span className="ell">
        {title === '' ? t('conversation.advert') : t('conversation.advertOf', { title: title.slice(0, 200) })}
      </span>
      {url !== '' && <ForeignLink url={url} className="ell" stop={stop} />}
    </div>
  )
}
