import type { Emulator } from '../../create-emulator.ts'
import type { Instance, InstanceInit } from '../../world/instance.ts'
import type { InstanceSettings } from '../../world/settings.ts'
import { credentials } from '../add-instances.ts'
import { live, type LiveLine } from './live.ts'
import { orderDesk } from './order-desk.ts'
import { createStory, card, type Story } from './story.ts'

/**
 * A warehouse: its bays, its night shift and the suppliers who drive up. Returns the lines that its people say next.
 */
const warehouse = (story: Story): readonly LiveLine[] => {
  const { ago, desk, instance, pdf } = story
  const pavel = story.person('79990002214', { name: 'Павел, погрузка' }, 'face-pavel')
  const sofia = story.person('351910900118', { name: 'Sofia Almeida' }, 'face-sofia')
  const carrier = story.person('4915550100260', { name: 'Baltic Carriers' })
  const lead = story.person('46700900240', { name: 'Bay lead' }, 'face-oleg')
  const night = story.person('46700900244', { name: 'Shift lead' }, 'face-lena')

  const bay = instance
    .group(instance.family === 'whatsapp' ? '120363048211300002@g.us' : '-10000000482120', {
      subject: 'Loading bay',
      description: 'Pallets, bays and photos of what leaves.',
      membership: 'owner',
      allowParticipantsEditGroupSettings: true,
      createdAt: instance.now() - 410 * 1440 * 60_000,
    })
    .hasAvatar({ kind: 'set', mediaId: 'group-bay' })
    .add(lead.chatId, 'admin')
    .add(pavel.chatId)
    .add(night.chatId)
  const returns = instance
    .group(instance.family === 'whatsapp' ? '120363048211300003@g.us' : '-10000000482131', {
      subject: 'Returns',
      membership: 'admin',
    })
    .add(lead.chatId, 'owner')
    .add(sofia.chatId)
  const closed = instance
    .group(instance.family === 'whatsapp' ? '120363048211300004@g.us' : '-10000000482144', {
      subject: 'Night shift',
      membership: 'stranger',
    })
    .hasAvatar({ kind: 'set', mediaId: 'group-shift' })
    .add(night.chatId, 'owner')

  lead.says('Pallets 12 to 18 are wrapped.', { to: bay.id, ...ago(190) })
  lead.sendsImage({ to: bay.id, media: 'shelf', caption: 'Row C, counted this morning', ...ago(188) })
  desk(bay.id, 170, 'Thank you. Label them for the 16:30 run, please.')
  pavel.sendsImage({ to: bay.id, media: 'label', caption: 'Первая этикетка, проверьте номер', ...ago(151) })
  desk(bay.id, 149, 'Номер верный, можно клеить.', { status: 'delivered' })
  lead.says('Bay 3 is free from 16:00.', { to: bay.id, ...ago(12) })

  sofia.says('Return 2290 is packed. Where do I send it?', { to: returns.id, ...ago(1440 + 60) })
  instance.phone.sendsDocument({
    to: returns.id,
    media: pdf('Return form 2290.pdf', ['Return 2290', 'Two chairs, wrong colour', 'Refund after inspection']),
    sendByApi: true,
    status: 'read',
    ...ago(1440 + 41),
  })
  sofia.says('Label printed, pick-up is booked for ten.', { to: returns.id, ...ago(380) })

  night.says('The lift is checked at 22:00, bay 1 stays closed for an hour.', { to: closed.id, ...ago(900) })
  night.sendsAudio({ to: closed.id, ...ago(480) })

  carrier.says('Truck 7 is due at 13:00, 22 pallets.', ago(330))
  desk(carrier, 325, 'Bay 2, please report at the north gate.')
  carrier.sendsContact(card('Driver, truck 7', '4915550100261'), ago(322))
  carrier.sendsImage({ media: 'road', caption: 'On the way, no traffic', ...ago(120) })
  desk(carrier, 118, 'Good. The team is ready.', { status: 'delivered' })

  pavel.says('Поддоны кончились, осталось четыре.', ago(250))
  desk(pavel, 244, 'Привезут завтра к восьми, двадцать штук.')
  pavel.says('Хватит до вечера, спасибо.', ago(240))

  // Trouble is in the second instance, because people see the first one first.
  const driver = story.person('4915550100269', { name: '', contactName: '', noAccount: true })
  desk(driver, 210, 'Bay 2 is free for truck 9.', { status: 'noAccount' })
  desk(carrier, 110, 'The papers for truck 7 are at the gate.', { status: 'failed' })

  sofia.says('Could you weigh parcel 881 again? The carrier says 31 kg.', ago(36))
  instance.avatar = { kind: 'set', mediaId: 'brand-warehouse' }

  return [
    { person: lead, text: 'Pallet 19 is on the scale now.', to: bay },
    { person: sofia, text: 'The pick-up for return 2290 has just left.', to: returns },
    { person: carrier, text: 'Truck 7 is at the north gate.' },
    { person: pavel, text: 'Выгрузка закончена, 22 поддона приняты.' },
    { person: night, text: 'Tonight we are five, all bays are covered.', to: closed },
    { person: lead, text: 'Two boxes in row C need new tape.', to: bay },
    { person: sofia, text: 'Thank you, 28 kg is what we have too.' },
  ]
}

/**
 * A showroom on WhatsApp's plan Developer, whose answers over the API bring no notification: what is asked for instead
 * spends the calls of the month. Returns the lines that its people say next.
 */
const showroom = ({ ago, desk, instance, person }: Story): readonly LiveLine[] => {
  const vera = person('46700900310', { name: 'Vera Holm' }, 'face-anna')
  const jonas = person('46700900311', { name: 'Jonas Beck' })
  vera.says('Is the oak table still in the showroom?', ago(200))
  desk(vera, 196, 'Yes, until Saturday.')
  vera.calls('pickUp', { id: 'CALL-VERA-1', at: instance.now() - 90 * 60_000, duration: 4, recordedAfterMs: 60_000 })
  jonas.says('Could I see the lamps at five?', ago(25))
  // The customer's own program reads histories too.
  instance.planUse.useElsewhere('getChatHistory', 120)
  return [
    { person: jonas, text: 'I am a little early, is that all right?' },
    { person: vera, text: 'Then I will come on Saturday at ten.' },
    { person: jonas, text: 'The brass lamp is the one that I liked most.' },
    { person: vera, text: 'Could you hold the table for me until then?' },
    { person: jonas, text: 'Thank you for showing me around.' },
    { person: vera, text: 'Does it come with chairs?' },
  ]
}

const businesses: readonly {
  readonly name: string
  readonly phone: string
  readonly open: (story: Story) => readonly LiveLine[]
  readonly init?: Pick<InstanceInit, 'family'> & { readonly settings: Partial<InstanceSettings> }
}[] = [
  { name: 'Order desk', phone: '46700900100', open: orderDesk },
  { name: 'Warehouse', phone: '46700900200', open: warehouse },
  {
    ...{ name: 'Showroom', phone: '46700900300', open: showroom },
    init: { family: 'whatsapp', settings: { outgoingAPIMessageWebhook: 'no' } },
  },
]

const timeOf = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'timestamp' in body ? Number(body.timestamp) : 0

/** Stories are written chat by chat; this sorts their notifications in the queue by time. */
const queueInOrderOfTime = ({ notifications }: Instance): void => {
  const bodies = notifications.list().map(({ body }) => body)
  notifications.clear()
  for (const body of bodies.toSorted((a, b) => timeOf(a) - timeOf(b))) notifications.push(body)
}

/** Instances of believable businesses: "Order desk", "Warehouse", "Showroom", and again when more are wanted. */
export const demo = (emulator: Emulator, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    const business = businesses[index % businesses.length]
    if (!business) continue
    const round = Math.floor(index / businesses.length)
    const instance: Instance = emulator.addInstance({
      ...credentials(index),
      name: round === 0 ? business.name : `${business.name} ${round + 1}`,
      phone: String(Number(business.phone) + round),
      ...business.init,
      settings: { delaySendMessagesMilliseconds: 500, ...business.init?.settings },
      behaviour: { editFlags: true, autoStatus: { sent: 600, delivered: 1600, read: 4500 } },
    })
    const lines = business.open(createStory(emulator, instance))
    queueInOrderOfTime(instance)
    live(emulator, instance, lines)
  }
}
