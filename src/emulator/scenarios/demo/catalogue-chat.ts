import { thumbnailOf } from '../../media/sample-media.ts'
import {
  choiceOf,
  invitationOf,
  menuOf,
  orderOf,
  orderReply,
  productOf,
  templateOf,
} from '../../world/business-kinds.ts'
import type { MenuButton } from '../../world/business-kinds.ts'
import type { Story } from './story.ts'

const day: MenuButton = { type: 'reply', buttonId: 'tue', buttonText: 'Tuesday, 24 November' }
const buttons: readonly MenuButton[] = [
  { type: 'reply', buttonId: 'mon', buttonText: 'Monday, 23 November' },
  day,
  { type: 'url', buttonId: 'all', buttonText: 'See all dates', url: 'https://shop.example/dates' },
  { type: 'call', buttonId: 'call', buttonText: 'Call us', phoneNumber: '+46 70 09 00 101' },
]

/** A customer who orders from the catalogue: every kind of message that only business accounts have (service 10.9). */
export const catalogueChat = ({ instance, person, ago }: Story): void => {
  const cafe = person('46700900163', { name: 'Café Linden' })
  const { phone } = instance
  const seller = instance.accountId
  const token = 'made-up-token-of-an-order'
  cafe.sendsUnsupported(
    ...orderOf({ orderId: '4977', token, totalPrice: '15300', sellerJid: seller, currency: 'EUR', itemCount: 3 }),
    ago(120),
  )
  // The demo's accounts are of the v3 family, which has no catalogue.
  instance.behave({ optionalOperations: [...instance.behaviour.optionalOperations, 'getOrderDetails'] })
  instance.journals.orders.set('4977', {
    token,
    reply: orderReply(
      instance.now() - 121 * 60_000,
      'EUR',
      [
        { name: 'Cushion, moss green', price: '2900', quantity: 2 },
        { name: 'Oak desk lamp', price: '9500', quantity: 1 },
      ],
      '15300',
    ),
  })
  instance.journals.orders.set('4978', {
    token,
    reply: orderReply(
      instance.now() - 117 * 60_000,
      'EUR',
      [{ name: 'Linen curtain', price: '24500', quantity: 1 }],
      '24500',
    ),
  })
  cafe.sendsUnsupported(...orderOf({ orderId: '4978', token, totalPrice: '24500', sellerJid: seller }), ago(116))
  phone.sendsUnsupported(
    ...productOf({
      productId: '6300000000000001',
      title: 'Oak desk lamp',
      description: 'Oak and linen, 42 cm.',
      currencyCode: 'EUR',
      price: '9500',
      url: 'https://shop.example/p/lamp',
      productImageCount: 2,
      jpegThumbnail: thumbnailOf('colours'),
    }),
    { to: cafe, status: 'read', ...ago(108) },
  )
  const menu = phone.sendsUnsupported(
    ...menuOf({
      titleText: '',
      contentText: 'Which day suits you for the delivery?',
      footerText: 'We deliver from 9:00 to 18:00',
      buttons,
    }),
    { to: cafe, status: 'read', ...ago(70) },
  )
  cafe.sendsUnsupported(...choiceOf(menu.id, day, 1), { quotes: menu, ...ago(69) })
  phone.sendsUnsupported(
    ...templateOf({
      elementName: 'delivery_day_2',
      titleText: 'Delivery on Tuesday',
      contentText: 'Hello, order 4977 comes on Tuesday, 24 November, between 9:00 and 11:00.',
      footer: 'Order desk',
      mediaUrl: 'https://shop.example/van/route.pdf',
      buttons: [
        { index: 1, urlButton: { displayText: 'Track the van', url: 'https://shop.example/van' } },
        { index: 2, quickReplyButton: { displayText: 'Another day', id: 'other' } },
      ],
    }),
    { to: cafe, status: 'delivered', ...ago(64) },
  )
  cafe.sendsUnsupported(
    ...invitationOf({
      groupJid: '120363048211300009@g.us',
      inviteCode: 'AbCdEfGhIjKlMnOpQrStUv',
      groupName: 'Café buyers',
      caption: 'We plan the tasting there, please join.',
      inviteExpiration: { low: Math.floor((instance.now() + 4 * 86_400_000) / 1000), high: 0, unsigned: true },
    }),
    ago(60),
  )
  cafe.sendsUnsupported(
    'eventMessage',
    {
      eventMessage: {
        name: 'Open day at the workshop',
        startTime: Math.floor((instance.now() + 5 * 86_400_000) / 1000),
        location: { address: '12 Harbour Road', floor: 2 },
        description: 'Coffee and cake',
        isCanceled: false,
        joinLink: 'https://shop.example/open-day',
      },
    },
    ago(20),
  )
  const linde = person('46700900164', { name: 'Bakery Linde' })
  linde.says('Good morning, is the van on its way?', ago(95))
  linde.calls('pickUp', {
    ...{ id: 'CALL-LINDE-1', at: instance.now() - 90 * 60_000, duration: 192, recordedAfterMs: 60_000 },
  })
  linde.isCalled('pickUp', { id: 'CALL-LINDE-2', at: instance.now() - 60 * 60_000, isVideo: true, duration: 724 })
  linde.calls('hungUp', { id: 'CALL-LINDE-3', at: instance.now() - 40 * 60_000 })
  linde.calls('declined', { id: 'CALL-LINDE-4', at: instance.now() - 28 * 60_000 })
}
