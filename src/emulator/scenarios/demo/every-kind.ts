import { thumbnailOf } from '../../media/sample-media.ts'
import { choiceOf, invitationOf, menuOf, orderOf, productOf, templateOf } from '../../world/business-kinds.ts'
import type { Instance } from '../../world/instance.ts'

/** A chat with every kind of message, coming and going; most of it is in the histories alone. */
export function everyKind(instance: Instance): void {
  const start = instance.now() - 50 * 60_000
  let minute = 0
  const next = () => ({ at: start + minute++ * 60_000, notify: false })
  const kim = instance.person('46700900777', { name: 'Every kind', contactName: 'Every kind' })
  const mine = () => ({ ...next(), to: kim, status: 'read' })
  const { phone } = instance
  kim.sendsLink(
    {
      text: 'The dock schedule for next week: https://schedule.example.com/week-48',
      title: 'Dock schedule, week 48',
      description: 'Bay times, contact numbers and the order in which vans are loaded.',
      jpegThumbnail: thumbnailOf('schedule'),
    },
    next(),
  )
  const question = kim.says('Could you look at this before four? 🙏', next())
  phone.says('Seen, thanks. I will.', { ...mine(), quotes: question })
  kim.sendsImage({ caption: 'Bay 3 is loaded', ...next() })
  phone.sendsDocument({ fileName: 'Order form 0882.pdf', ...mine() })
  kim.sendsImage({ media: 'receipt', caption: '', ...next() })
  kim.sendsVideo({ caption: 'The noise it makes', ...next() })
  kim.sendsAudio(next())
  kim.sendsSticker(next())
  kim.sendsLocation(
    {
      nameLocation: 'North gate',
      address: '12 Harbour Road',
      latitude: 54.70921,
      longitude: 25.28713,
      jpegThumbnail: thumbnailOf('map'),
    },
    next(),
  )
  kim.sendsContact(
    {
      displayName: 'Service garage',
      vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Service garage\nORG:Garage Ltd\nTEL;TYPE=work:+46 70 090 01 72\nEND:VCARD',
    },
    next(),
  )
  const poll = kim.asksPoll('When should the second run leave?', ['15:30', '16:00', '16:30'], {
    ...next(),
    multipleAnswers: true,
  })
  kim.votes(poll, ['16:00'], { notify: false })
  kim.says('🚚📦', next())
  kim.says('Road works on the ring from 18:00. Use the east exit.', { ...next(), forwardingScore: 7 })
  const wrong = kim.says('Gate code 4711', next())
  kim.edits(wrong, 'Gate code for tonight changes at 19:00.', { notify: false })
  kim.deletes(kim.says('Wrong chat, sorry', next()), { notify: false })
  kim.says('{{SWE003}}', next())
  kim.sendsVideo({ isRound: true, jpegThumbnail: thumbnailOf('loading-bay'), ...next() })
  const order = { orderId: '4977', token: 'made-up', sellerJid: instance.accountId }
  kim.sendsUnsupported(...orderOf({ ...order, totalPrice: '15300', currency: 'EUR', itemCount: 3 }), next())
  phone.sendsUnsupported(
    ...productOf({
      ...{ productId: '1', title: 'Oak desk lamp', description: 'Oak and linen, 42 cm.', currencyCode: 'EUR' },
      ...{ price: '9500', url: 'https://shop.example/p/lamp', productImageCount: 1 },
      jpegThumbnail: thumbnailOf('colours'),
    }),
    mine(),
  )
  const day = { type: 'reply', buttonId: 'tue', buttonText: 'Tuesday' } as const
  const menu = phone.sendsUnsupported(
    ...menuOf({ titleText: '', contentText: 'Which day suits you?', footerText: '', buttons: [day] }),
    mine(),
  )
  kim.sendsUnsupported(...choiceOf(menu.id, day, 0), { ...next(), quotes: menu })
  phone.sendsUnsupported(
    ...templateOf({ elementName: 'delivery_day', contentText: 'We come on Tuesday.', footer: '', buttons: [] }),
    mine(),
  )
  kim.sendsUnsupported(
    ...invitationOf({
      ...{ groupJid: '1@g.us', inviteCode: 'AbCdEf', groupName: 'Café buyers', caption: '', inviteExpiration: '0' },
    }),
    next(),
  )
  kim.calls('declined', { id: 'CALL-KIM-1', at: next().at })
  kim.sendsUnsupported('eventMessage', { eventMessage: { name: 'Open day', joinLink: 'https://shop.example' } }, next())
  kim.says('السلام عليكم, the shipment is ready', next())
  phone.says('The lamp is packed. The driver rings before he comes.', { ...mine(), status: 'yellowCard' })
  kim.reacts(phone.says('Noted.', mine()), '👍', next())
}
