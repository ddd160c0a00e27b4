import { z } from 'zod'
import { productPart, readPart } from '../../../../api/schema/business-parts.ts'
import { formatAmount, plainAmount } from '../../../../contract/values.ts'
import { storedRef, storedText, type ContentKind } from './content-kind.ts'
import { longestAmount } from './order.ts'

/** A product of a catalogue (service 10.9). */
export const product: ContentKind<'product'> = {
  types: ['productMessage'],
  schema: z.object({
    kind: z.literal('product'),
    productId: storedText,
    title: storedText,
    description: storedText,
    amount: storedText,
    currency: storedText,
    url: storedText,
    pictures: z.number().nullable().catch(null),
    thumbnail: storedRef,
  }),
  parse({ body }, storeThumbnail) {
    const part = readPart(productPart, body, 'productMessage')
    if (part === undefined) return { kind: 'unsupported' }
    return {
      kind: 'product',
      productId: part.productId ?? '',
      title: part.title ?? '',
      description: part.description ?? '',
      amount: (part.price ?? '').trim().slice(0, longestAmount),
      currency: (part.currencyCode || (part.currency ?? '')).trim().slice(0, longestAmount),
      url: part.url ?? '',
      pictures: part.productImageCount !== undefined && part.productImageCount > 0 ? part.productImageCount : null,
      thumbnail: storeThumbnail(part.fileMessageData?.jpegThumbnail),
    }
  },
  precedence: 13,
  listText: ({ title, productId, amount, currency }) =>
    [title || productId, formatAmount(amount, currency)].filter((part) => part !== '').join(', '),
  searchParts: ({ title, description, amount, currency, productId, url }) => [
    title,
    description,
    formatAmount(amount, currency) || amount,
    productId,
    url,
  ],
  signature: () => '',
  editable: null,
  exportLines: ({ title, description, amount, currency, url }) => [
    `[product] ${title}`,
    description,
    plainAmount(amount, currency),
    url,
  ],
}
