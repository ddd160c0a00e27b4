import { z } from 'zod'
import { orderPart, readPart } from '../../../../api/schema/business-parts.ts'
import { formatAmount, plainAmount } from '../../../../contract/values.ts'
import { storedRef, storedText, type ContentKind } from './content-kind.ts'

/** Longest amount that is kept, in characters: no price is longer. */
export const longestAmount = 40

/** An order from a catalogue (service 10.9). Its token is no part of it. */
export const order: ContentKind<'order'> = {
  types: ['orderMessage'],
  schema: z.object({
    kind: z.literal('order'),
    orderId: storedText,
    amount: storedText,
    currency: storedText,
    items: z.number().nullable().catch(null),
    title: storedText,
    text: storedText,
    seller: storedText,
    thumbnail: storedRef,
  }),
  parse({ body }, storeThumbnail) {
    const part = readPart(orderPart, body, 'orderMessage')
    if (part === undefined) return { kind: 'unsupported' }
    return {
      kind: 'order',
      orderId: part.orderId ?? '',
      amount: (part.totalPrice ?? '').trim().slice(0, longestAmount),
      currency: (part.currency || (part.currencyCode ?? '')).trim().slice(0, longestAmount),
      items: part.itemCount !== undefined && part.itemCount > 0 ? part.itemCount : null,
      title: part.orderTitle || (part.title ?? ''),
      text: part.message ?? '',
      seller: part.sellerJid ?? '',
      thumbnail: storeThumbnail(part.jpegThumbnail),
    }
  },
  precedence: 12,
  listText: ({ orderId, amount, currency }) =>
    [orderId, formatAmount(amount, currency)].filter((part) => part !== '').join(', '),
  searchParts: ({ orderId, amount, currency, title, text }) => [
    orderId,
    title,
    text,
    formatAmount(amount, currency) || amount,
  ],
  signature: () => '',
  editable: null,
  exportLines: ({ orderId, amount, currency, title, text, items, details }) => [
    `[order ${orderId}]`,
    title,
    text,
    ...(details?.lines ?? []).map((line) =>
      [line.quantity === null ? '' : `${line.quantity} x`, line.name, plainAmount(line.price, line.currency)]
        .filter((part) => part !== '')
        .join(' '),
    ),
    items === null ? '' : `${items} items`,
    plainAmount(amount, currency),
  ],
}
