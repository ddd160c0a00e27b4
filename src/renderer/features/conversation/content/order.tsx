import { plainAmount } from '../../../../contract/values.ts'
import type { OrderDetails } from '../../../../contract/business-kinds.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useAmounts } from '../../../lib/amounts.ts'
import { capital } from '../../../lib/text/capital.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { KindFoot, KindHead } from '../bubble/kind-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import { useConversationState, useMessageStop } from '../conversation-context.ts'
import { textHeight, type ContentProps, type ContentView } from './content-view.ts'

/** So many lines of an order are in the bubble; the others are counted. */
const mostShown = 20

export const order: ContentView<'order'> = {
  Bubble: OrderBubble,
  copiedText: ({ orderId, amount, currency, title, text, details }) => {
    const lines = (details?.lines ?? []).map(({ name, quantity, price, currency: own }) =>
      [quantity === null ? '' : `${quantity} ×`, name, plainAmount(price, own)].filter(Boolean).join(' '),
    )
    return [orderId, title, text, ...lines, plainAmount(amount, currency)].filter(Boolean).join('\n')
  },
  height: ({ text, details }) => 90 + textHeight(text) + Math.min(details?.lines.length ?? 0, mostShown) * 31,
}

function OrderBubble({ message, content, meta }: ContentProps<'order'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { service } = useConversationState()
  const stop = useMessageStop()
  const amountText = useAmounts()
  const [readOrder, { pending }] = useContractCommand('messages.readOrder')
  const { orderId, title, text, items, amount, currency, details } = content
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
      {details !== null && <OrderLines details={details} />}
      <KindFoot
        note={details === null ? '' : t('conversation.order.readAt', { time: times.sentence(details.readAt, now) })}
        meta={meta}
      >
        {service !== undefined && !service.absentOperations.includes('getOrderDetails') && (
          <Button kind="text" tabIndex={stop} busy={pending} onClick={() => void readOrder({ message: message.key })}>
            {t(details === null ? 'conversation.order.read' : 'ui.readAgain')}
          </Button>
        )}
      </KindFoot>
    </div>
  )
}

function OrderLines({ details: { lines, more } }: { readonly details: OrderDetails }) {
  const t = useTranslations()
  const amountText = useAmounts()
  const shown = lines.slice(0, mostShown)
  const rest = lines.length - shown.length + more
  if (shown.length === 0) return null
  return (
    <ul className="opts" aria-label={t('conversation.order.lines')}>
      {shown.map(({ name, quantity, price, currency }, index) => {
        const each = price === '' ? '' : amountText(price, currency)
        const number = quantity === null ? '' : String(quantity)
        return (
          <li key={index}>
            <span className="o" dir="auto">
              {name}
            </span>
            <span className="num">
              {number !== '' && each !== ''
                ? t('conversation.order.pieces', { quantity: number, price: each })
                : each || number}
            </span>
          </li>
        )
      })}
      {rest > 0 && <li className="muted">{t('conversation.order.more', { count: rest })}</li>}
    </ul>
  )
}
