import type { Emulator } from '../../src/emulator/create-emulator.ts'
import { demo } from '../../src/emulator/scenarios/demo/demo.ts'
import {
  choiceOf,
  invitationOf,
  menuOf,
  orderOf,
  productOf,
  templateOf,
} from '../../src/emulator/world/business-kinds.ts'
import { thumbnailOf } from '../../src/emulator/media/sample-media.ts'
import type { Instance, InstanceInit } from '../../src/emulator/world/instance.ts'

/** The demo's two businesses, standing still, and a chat with every kind of message, coming and going. */
export function buildPictureWorld(emulator: Emulator): readonly Readonly<Record<string, unknown>>[] {
  demo(emulator, 2)
  const [orderDesk, warehouse] = emulator.world.instances()
  if (orderDesk !== undefined) everyKind(orderDesk)
  if (warehouse !== undefined) twoUnreadable(warehouse)
  return emulator.world.instances().map((instance, index) => inputOf(emulator, instance, index))
}

/** An instance that nobody has added yet: its webhook takes what arrives, all else works. */
export function buildNewcomer(emulator: Emulator): Newcomer {
  const instance = emulator.addInstance({
    idInstance: '1101000105',
    token: 'made-up-token-of-a-picture-05-0123456789abcdef',
    name: 'After-sales',
    phone: '46700900305',
    settings: { webhookUrl: 'https://orders.example.com/hook' },
  })
  const person = instance.person('46700900141', { name: 'Anna Lindqvist', contactName: 'Anna Lindqvist' })
  for (let hour = 1; hour <= 12; hour++) {
    instance.phone.says(`Reminder ${hour}`, { to: person, status: 'read', at: instance.now() - hour * 3_600_000 })
  }
  return { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
}

/** What a person types to add it. */
export interface Newcomer {
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: string
}

/** Four instances that cannot work until a person does something. */
export function buildTroubledWorld(emulator: Emulator): readonly Readonly<Record<string, unknown>>[] {
  const add = (index: number, name: string, init: Partial<InstanceInit>): Instance => {
    const digits = String(index).padStart(2, '0')
    const instance = emulator.addInstance({
      idInstance: `11010001${digits}`,
      token: `made-up-token-of-a-picture-${digits}-0123456789abcdef`,
      name,
      phone: `467009003${digits}`,
      ...init,
    })
    const person = instance.person('46700900141', { name: 'Anna Lindqvist', contactName: 'Anna Lindqvist' })
    person.says('Is my order on its way?', { at: instance.now() - 30 * 60_000 })
    return instance
  }
  const webhookUrl = 'https://orders.example.com/hook'
  const troubled = [
    add(1, 'Order desk', { state: 'notAuthorized' }),
    add(2, 'Warehouse', { settings: { webhookUrl } }),
    add(3, 'Support line', {}),
    add(4, 'After-sales', { settings: 'new' }),
  ]
  return troubled.map((instance, index) => ({
    ...inputOf(emulator, instance, index),
    ...(instance.name === 'Support line' ? { token: 'an-old-token-that-the-service-refuses-by-now' } : {}),
  }))
}

const plainIds = {
  quota: '1101000201',
  failing: '1101000202',
  damaged: '1101000203',
  team: '1101000204',
  teamAway: '1101000205',
  teamCopy: '1101000206',
  teamBoth: '1101000207',
  teamHeld: '1101000211',
  repaired: '1101000208',
  programs: '1101000209',
  programsToo: '1101000210',
} as const

/** One instance with one chat, for trouble that has nothing to do with what is in it. */
export function buildPlainWorld(emulator: Emulator, stage: keyof typeof plainIds, name = 'Order desk'): Instance {
  const instance = emulator.addInstance({
    idInstance: plainIds[stage],
    token: `made-up-token-of-a-picture-${stage}-0123456789abcdef`,
    name,
    phone: '46700900401',
  })
  const anna = instance.person('46700900141', { name: 'Anna Lindqvist', contactName: 'Anna Lindqvist' })
  anna.says('Is my order on its way?', { at: instance.now() - 30 * 60_000 })
  return instance
}

/** Thirty shops whose names differ by a number, some with customers who wait and some in trouble. */
export function buildShops(emulator: Emulator, stage: 'shops' | 'tokens'): readonly Instance[] {
  const first = stage === 'shops' ? 1_105_000_001 : 1_106_000_001
  return Array.from({ length: 30 }, (_, index) => {
    const shop = emulator.addInstance({
      idInstance: String(first + index),
      token: `made-up-token-of-a-${stage}-picture-${index}-0123456789`,
      name: `Shop ${String(index + 1).padStart(2, '0')}`,
      phone: String(46_700_910_000 + index),
    })
    const customer = shop.person(String(46_700_920_000 + index), { name: `Customer ${index + 1}` })
    if (index % 4 === 0) customer.says('Do you still have the oak lamp?', { at: shop.now() - (index + 5) * 60_000 })
    if (stage === 'shops' && index === 11) shop.becomes('notAuthorized')
    return shop
  })
}

const colours = ['teal', 'ochre', 'violet', 'moss'] as const

export const inputOf = (emulator: Emulator, instance: Instance, index: number) => ({
  name: instance.name,
  colour: colours[index % colours.length],
  apiUrl: emulator.url,
  idInstance: instance.idInstance,
  token: instance.token,
  family: 'v3',
  mode: 'full',
  storeToken: true,
})

/** Among the last that wait: one of a known kind in a shape of its own, and one that is no notification at all. */
function twoUnreadable(instance: Instance): void {
  const { notifications } = instance
  const bodies = notifications.list().map(({ body }) => body)
  notifications.clear()
  const broken = {
    typeWebhook: 'incomingMessageReceived',
    instanceData: instance.instanceData(),
    timestamp: Math.round(instance.now() / 1000) - 20 * 60,
    idMessage: '3A7F19C0B5D24E8890AA',
    senderData: ['46700900140@c.us', 'Bay lead'],
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'Pallets 12 to 18 are ready.' } },
  }
  for (const body of [
    ...bodies.slice(0, -7),
    'Scheduled maintenance',
    ...bodies.slice(-7, -2),
    broken,
    ...bodies.slice(-2),
  ]) {
    notifications.push(body)
  }
}

function everyKind(instance: Instance): void {
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
  kim.sendsUnsupported('interactiveButtons', {}, next())
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
