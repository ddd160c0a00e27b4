import { expect, test } from 'vitest'
import { findType, typeOf, typeText } from './message-types.ts'
import { en } from './messages.en.ts'
import { ru } from './messages.ru.ts'

test.each([
  ['text', 'quotedMessage', 'Reply', 'Ответ'],
  ['text', 'conversationMessage', 'Text', 'Текст'],
  ['image', 'quotedMessage', 'Image', 'Фото'],
  ['contacts', 'contactsArrayMessage', 'Contact', 'Контакт'],
  ['template', 'templateMessage', 'Template', 'Шаблон'],
  ['menu', 'interactiveButtons', 'Menu', 'Меню'],
  ['choice', 'listResponseMessage', 'Menu choice', 'Выбор в меню'],
  ['order', 'orderMessage', 'Order', 'Заказ'],
  ['product', 'productMessage', 'Product', 'Товар'],
  ['invitation', 'groupInviteMessage', 'Invitation', 'Приглашение'],
  ['unsupported', 'templateMessage', 'Other', 'Другое'],
] as const)(
  'a message of the kind %s and the type %s is named in the reader’s language',
  (kind, type, english, russian) => {
    const name = typeText(typeOf(kind, type))
    expect([en[name as keyof typeof en], ru[name as keyof typeof ru]]).toEqual([english, russian])
  },
)

test('an address names only types that the filter offers', () => {
  expect(findType('menu')).toBe('menu')
  expect(findType('interactiveButtons')).toBeUndefined()
})
