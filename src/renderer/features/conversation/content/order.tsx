import { decimalAmount } from '../../../../contract/values.ts'
import { useAmounts } from '../../../lib/amounts.ts'
import { capital } from '../../../lib/text/capital.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { KindFoot, KindHead } from '../bubble/kind-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import type { ContentProps, ContentView } from './content-view.ts'
import { textHeight } from './content-view.ts'

export const order: ContentView<'order'> = {
  Bubble: OrderBubble,
  copiedText: ({ orderId, amount, currency, title, text }) => {
    const decimal = decimalAmount(amount, currency)
    return [orderId, title, text, decimal === null ? amount : `${decimal} ${currency}`].filter(Boolean).join('\n')
  },
  height: ({ text }) => 90 + textHeight(text),
}

function OrderBubble({ content, meta }: ContentProps<'order'>) {
  const t = useTranslations()
  const amountText = useAmounts()
  const { orderId, title, text, items, amount, currency } = content
  const facts = [
    title,
    items === null ? '' : t('conversation.order.items', { count: items }),
    amount === '' ? '' : t('conversation.order.total', { amount: amountText(amount, currency) }),
  ]
  return (
    <div className="kcard">
      <KindHead
        icon="cart"
        title={t('conversation.order.title', { id: orderId.slice(0, 60) })}
        facts={capital(facts.filter(Boolean).join(', '))}
      />
      {text !== '' && <TextContent text={text} caption meta={null} />}
      <KindFoot meta={meta} />
    </div>
  )
}
