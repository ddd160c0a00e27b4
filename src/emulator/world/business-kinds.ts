import { operationsOf, type Behaviour } from './behaviour.ts'
import type { JsonObject } from './records.ts'

/** A type of the service and the parts that its message has, for `Actor.sendsUnsupported`. */
type Kind = readonly [typeMessage: string, data: JsonObject]

/** An order as the service sends it: the price is in minor units, and the token opens it (service 10.9). */
export const orderOf = (order: {
  readonly orderId: string
  readonly token: string
  readonly totalPrice: string
  readonly sellerJid: string
  readonly currency?: string
  readonly itemCount?: number
  readonly message?: string
}): Kind => ['orderMessage', { orderMessage: order }]

/** An order as getOrderDetails knows it. */
export interface OrderDetails {
  readonly token: string
  readonly reply: JsonObject
}

/** The reply of getOrderDetails: prices are text in minor units, names in snake case. */
export const orderReply = (
  createdAt: number,
  currency: string,
  lines: readonly { readonly name: string; readonly price: string; readonly quantity: number }[],
  total: string,
): JsonObject => ({
  creation_time_stamp: Math.floor(createdAt / 1000),
  products: lines.map(({ name, price, quantity }, index) => ({
    ...{ id: `63000000000000${index + 10}`, retailer_id: `shelf-${index}`, name, price, currency, quantity },
  })),
  price_details: { subtotal: total, total, currency },
})

/** A product; its picture is inside. */
export const productOf = (product: {
  readonly productId: string
  readonly title: string
  readonly description: string
  readonly currencyCode: string
  readonly price: string
  readonly url: string
  readonly productImageCount: number
  readonly jpegThumbnail: string
}): Kind => {
  const { jpegThumbnail, ...fields } = product
  const picture = { downloadUrl: '', caption: '', fileName: 'p.jpg', jpegThumbnail, mimeType: 'image/jpeg' }
  return ['productMessage', { productMessage: { ...fields, fileMessageData: picture } }]
}

export interface MenuButton {
  readonly type: 'copy' | 'call' | 'url' | 'reply'
  readonly buttonId: string
  readonly buttonText: string
  readonly copyCode?: string
  readonly phoneNumber?: string
  readonly url?: string
}

/** A menu of interactive buttons, which only other programs can send. */
export const menuOf = (menu: {
  readonly titleText: string
  readonly contentText: string
  readonly footerText: string
  readonly buttons: readonly MenuButton[]
}): Kind => ['interactiveButtons', { interactiveButtons: menu }]

/** An answer to a menu. The customer's device decides under which of two names it comes. */
export function choiceOf(
  stanzaId: string,
  button: MenuButton,
  index: number,
  device: 'newer' | 'older' = 'newer',
): Kind {
  const chosen = {
    stanzaId,
    selectedIndex: index,
    selectedId: button.buttonId,
    selectedDisplayText: button.buttonText,
  }
  return device === 'newer'
    ? ['interactiveButtonsResponse', { interactiveButtonsResponse: chosen }]
    : ['templateButtonsReplyMessage', { templateButtonReplyMessage: chosen }]
}

/** A template of a business account with its words. */
export const templateOf = (template: {
  readonly elementName: string
  readonly titleText?: string
  readonly contentText: string
  readonly footer: string
  readonly mediaUrl?: string
  readonly buttons: readonly JsonObject[]
}): Kind => ['templateMessage', { templateMessage: { namespace: 'made_up', ...template } }]

/** Settings that make an instance one of the WhatsApp Business API. */
export const waba = (
  templates: readonly Readonly<JsonObject>[],
): Pick<Behaviour, 'templates' | 'optionalOperations'> => ({ templates, optionalOperations: operationsOf('waba') })

/** A template as getTemplates lists it. */
export const templateRecord = (template: {
  readonly templateId: string
  readonly elementName: string
  readonly languageCode: string
  readonly data: string
  readonly status?: string
  readonly templateType?: string
  /** JSON as text. */
  readonly containerMeta?: string
}): JsonObject => ({ category: 'UTILITY', status: 'APPROVED', ...template })

/** An invitation to a group; its expiry comes as text, or as the halves of a 64-bit number. */
export const invitationOf = (invitation: {
  readonly groupJid: string
  readonly inviteCode: string
  readonly groupName: string
  readonly caption: string
  readonly inviteExpiration: string | { readonly low: number; readonly high: number; readonly unsigned: boolean }
}): Kind => ['groupInviteMessage', { groupInviteMessageData: invitation }]
