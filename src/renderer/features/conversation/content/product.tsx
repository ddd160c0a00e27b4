import { plainAmount } from '../../../../contract/values.ts'
import { useAmounts } from '../../../lib/amounts.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ForeignLink, KindFoot } from '../bubble/kind-card.tsx'
import { useMessageStop } from '../conversation-context.ts'
import type { ContentProps, ContentView } from './content-view.ts'

export const product: ContentView<'product'> = {
  Bubble: ProductBubble,
  copiedText: ({ title, description, amount, currency, url }) =>
    [title, description, plainAmount(amount, currency), url].filter(Boolean).join('\n'),
  height: ({ thumbnail }) => (thumbnail ? 270 : 90),
}

function ProductBubble({ content, meta }: ContentProps<'product'>) {
  const t = useTranslations()
  const amountText = useAmounts()
  const stop = useMessageStop()
  const { title, productId, description, amount, currency, url, pictures, thumbnail } = content
  const name = title || t('kind.product')
  const facts = [
    description,
    pictures !== null && pictures > 1 ? t('conversation.product.pictures', { count: pictures }) : '',
  ]
  return (
    <div className="kcard">
      {thumbnail && (
        <img
          src={`media/${encodeURIComponent(thumbnail)}`}
          alt={t('conversation.product.picture', { name: name.slice(0, 100) })}
          width={340}
          height={178}
          loading="lazy"
          draggable={false}
        />
      )}
      <div className="priced">
        <div className="t" dir="auto">
          {name}
        </div>
        {amount !== '' && <span className="num">{amountText(amount, currency)}</span>}
      </div>
      <div className="d" dir="auto">
        {facts.filter(Boolean).join(' · ') || (title === '' ? productId : '')}
      </div>
      <KindFoot meta={meta}>{url !== '' && <ForeignLink url={url} className="ell" stop={stop} />}</KindFoot>
    </div>
  )
}
