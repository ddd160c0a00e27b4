import { z } from 'zod'
import type { orderDetails } from '../../../../api/schema/order-details.ts'
import type { OrderDetails } from '../../../../contract/business-kinds.ts'
import { storedText } from './content-kind.ts'
import { searchParts } from './content-kinds.ts'
import { longestAmount } from './order.ts'
import type { StoredContent } from './stored-content.ts'

/** So many lines of an order are kept; the others are counted. */
const mostLines = 100
/** Longest name of a line that is kept, in UTF-16 code units. */
const longestName = 500

/** Stored details of an order, without the time. Amounts are in minor units. */
export interface StoredOrderDetails extends Omit<OrderDetails, 'readAt'> {
  readonly total: string
  readonly currency: string
}

export const storedOrderDetails: z.ZodType<StoredOrderDetails> = z.object({
  lines: z.array(
    z.object({
      name: storedText,
      quantity: z.number().nullable().catch(null),
      price: storedText,
      currency: storedText,
    }),
  ),
  more: z.number().catch(0),
  total: storedText,
  currency: storedText,
})

const amount = (text: string | undefined): string => (text ?? '').trim().slice(0, longestAmount)

/** The service's answer as it is kept. A line without a currency has that of the whole order. */
export function detailsOf(reply: z.output<typeof orderDetails>): StoredOrderDetails {
  const { products = [], price_details: price } = reply
  const currencies = new Set(products.map((line) => amount(line.currency)).filter((one) => one !== ''))
  const [only = ''] = currencies.size === 1 ? currencies : []
  const currency = amount(price?.currency) || only
  return {
    lines: products.slice(0, mostLines).map((line) => ({
      name: (line.name || (line.id ?? '')).slice(0, longestName),
      quantity: line.quantity !== undefined && line.quantity > 0 ? line.quantity : null,
      price: amount(line.price),
      currency: amount(line.currency) || currency,
    })),
    more: Math.max(0, products.length - mostLines),
    total: amount(price?.total) || amount(price?.subtotal),
    currency,
  }
}

/** Searchable parts of a message: those of its content, then the names of ordered products. */
export const searchPartsWith = (content: StoredContent, details: StoredOrderDetails | null): readonly string[] => [
  ...searchParts(content),
  ...(details?.lines ?? []).map(({ name }) => name).filter((name) => name.trim() !== ''),
]
