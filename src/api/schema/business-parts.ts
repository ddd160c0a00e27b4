import { z } from 'zod'
import { count, flag, id, lenient, lenientList, number, readAs, someText, text } from './lenient.ts'
import { fileMessageData } from './message-parts.ts'

/*
 * Orders, products, menus, answers, templates and invitations (service 10.9). In notifications each stands under its
 * key in messageData, in journals under the same key at the top of the record, in quotes beside the quote's own fields.
 */

/**
 * The object under the first of the keys that holds one; undefined where there is none. Each key may also end in
 * `Data`, as those of older kinds do.
 */
export function readPart<Schema extends z.ZodType>(
  schema: Schema,
  body: Readonly<Record<string, unknown>>,
  ...keys: readonly string[]
): z.output<Schema> | undefined {
  for (const key of keys.flatMap((name) => [name, `${name}Data`])) {
    const value = Object.hasOwn(body, key) ? body[key] : undefined
    const part = typeof value === 'object' && value !== null ? readAs(schema, value) : undefined
    if (part !== undefined) return part
  }
  return undefined
}

/**
 * An order. `totalPrice` is in minor units of a currency that mostly stands nowhere. `token` opens the order: a secret,
 * so it is not read here.
 */
export const orderPart = z.looseObject({
  orderId: lenient(id),
  totalPrice: lenient(text),
  sellerJid: lenient(id),
  currency: lenient(text),
  currencyCode: lenient(text),
  itemCount: lenient(count),
  orderTitle: lenient(text),
  title: lenient(text),
  message: lenient(text),
  jpegThumbnail: lenient(text),
})

/** A product of a catalogue. Its picture is inside. */
export const productPart = z.looseObject({
  productId: lenient(id),
  title: lenient(text),
  description: lenient(text),
  currencyCode: lenient(text),
  currency: lenient(text),
  price: lenient(text),
  url: lenient(text),
  productImageCount: lenient(count),
  fileMessageData: lenient(fileMessageData),
})

/** The words of a button; an object of older clients holds them. */
const buttonLabel = z.union([text, z.looseObject({ displayText: text }).transform(({ displayText }) => displayText)])

const button = z.looseObject({
  type: lenient(text),
  buttonId: lenient(id),
  id: lenient(id),
  buttonText: lenient(buttonLabel),
  displayText: lenient(text),
  title: lenient(text),
  copyCode: lenient(text),
  url: lenient(text),
  phoneNumber: lenient(text),
})

/** A button of a template is in an object that names its type. */
const menuButton = z.union([
  z
    .looseObject({ urlButton: button })
    .transform(({ urlButton }): z.output<typeof button> => ({ ...urlButton, type: 'url' })),
  z
    .looseObject({ callButton: button })
    .transform(({ callButton }): z.output<typeof button> => ({ ...callButton, type: 'call' })),
  z
    .looseObject({ quickReplyButton: button })
    .transform(({ quickReplyButton }): z.output<typeof button> => ({ ...quickReplyButton, type: 'reply' })),
  button,
])

const menuRow = z.looseObject({ title: lenient(text), rowId: lenient(id), description: lenient(text) })
const menuSection = z.looseObject({ title: lenient(text), rows: lenientList(menuRow) })

/** A menu of buttons, a list, or a template, in any of their spellings. */
export const menuPart = z.looseObject({
  titleText: lenient(text),
  title: lenient(text),
  header: lenient(text),
  contentText: lenient(text),
  body: lenient(text),
  message: lenient(text),
  footerText: lenient(text),
  footer: lenient(text),
  buttonText: lenient(buttonLabel),
  buttons: lenientList(menuButton),
  sections: lenientList(menuSection),
  elementName: lenient(text),
  templateId: lenient(id),
  params: lenientList(text),
  mediaUrl: lenient(text),
})

/** A person's choice from a menu. */
export const choicePart = z.looseObject({
  stanzaId: lenient(id),
  selectedIndex: lenient(count),
  selectedId: lenient(id),
  selectedDisplayText: lenient(text),
  selectedButtonId: lenient(id),
  selectedButtonText: lenient(text),
  title: lenient(text),
  singleSelectReply: lenient(
    z.union([id, z.looseObject({ selectedRowId: id }).transform(({ selectedRowId }) => selectedRowId)]),
  ),
})

/** Seconds, or the halves of a 64-bit number; 0 is none. */
const expiry = z.union([
  number,
  z.looseObject({ low: number, high: number }).transform(({ low, high }) => (high >>> 0) * 2 ** 32 + (low >>> 0)),
])

/** An invitation to a group. */
export const invitationPart = z.looseObject({
  groupJid: lenient(id),
  inviteCode: lenient(someText),
  inviteExpiration: lenient(expiry),
  groupName: lenient(text),
  name: lenient(text),
  caption: lenient(text),
  jpegThumbnail: lenient(text),
})

/** A text of somebody who came from an advertisement: fields of extendedTextMessageData. */
export const advertPart = z.looseObject({
  showAdAttribution: lenient(flag),
  sourceType: lenient(text),
  sourceUrl: lenient(text),
  title: lenient(text),
})

export type MenuPart = z.output<typeof menuPart>
