import type { Group } from '../../world/group.ts'
import type { Person } from '../../world/person.ts'
import type { LiveLine } from './live.ts'
import { catalogueChat } from './catalogue-chat.ts'
import { everyKind } from './every-kind.ts'
import { card, type Story } from './story.ts'
import { walkInCustomers } from './walk-in.ts'

const customers = (story: Story) => ({
  anna: story.person('46700900141', { name: 'Anna Lindqvist' }, 'face-anna'),
  marta: story.person('34600900172', { name: 'Marta Ruiz' }, 'face-marta'),
  oleg: story.person('79990001107', { name: 'Олег Смирнов' }, 'face-oleg'),
  irina: story.person('79990001163', { name: 'Ирина Белова' }, 'face-irina'),
  david: story.person('447700900123', { name: 'David Okafor' }, 'face-david'),
  lena: story.person('4915550100187', { name: 'Lena Fischer' }, 'face-lena'),
  supplier: story.person('4687009001', { name: 'Nordwind Textiles' }),
  stranger: story.person('48600900155', { name: 'M.', contactName: '' }).hasAvatar({ kind: 'hidden' }),
  dispatcher: story.person('46700900101', { name: 'Dispatcher' }, 'face-pavel'),
  courier1: story.person('46700900131', { name: 'Courier 1' }),
  courier2: story.person('46700900132', { name: 'Courier 2' }),
})

type Customers = ReturnType<typeof customers>

const chairOrder = (story: Story, { anna }: Customers): void => {
  const { ago, desk } = story
  anna.says('Hello, I ordered two chairs last week, order 4790. Which day do they come?', ago(2 * 1440 + 95))
  desk(anna, 2 * 1440 + 88, 'Good morning Anna. Both are packed, delivery is on Thursday between 9 and 12.')
  anna.says('Thursday works. Is it this blue one?', ago(2 * 1440 + 80))
  const chair = anna.sendsImage({ media: 'chair', caption: 'From your page', ...ago(2 * 1440 + 79) })
  const answer = desk(anna, 2 * 1440 + 71, 'Yes, exactly that one, in number 11.', { quotes: chair })
  anna.reacts(answer, '👍', ago(2 * 1440 + 70))
  desk(anna, 310, 'The van leaves at 9:40, you are the third stop.')
  anna.says('Perfect, I am at home all morning.', ago(301))
  const photo = desk(anna, 204, 'Delivered and signed for. Enjoy the chairs.')
  anna.reacts(photo, '❤️', ago(198))
  anna.says('They look great. Could I order two more of the same?', ago(16))
  anna.says('And is there a cushion that goes with them?', ago(15))
}

const damagedBox = (story: Story, { marta }: Customers): void => {
  const { ago, desk, pdf } = story
  marta.says('Hi. The parcel came today, but one box is open at the corner.', ago(1440 + 340))
  const damage = marta.sendsImage({ media: 'damaged', caption: 'This corner', ...ago(1440 + 338) })
  desk(marta, 1440 + 330, 'I am sorry about that. Is anything inside broken?', { quotes: damage })
  marta.says('The glass is fine, only the frame has a scratch.', ago(1440 + 322))
  desk(marta, 1440 + 300, 'Then we send a new frame today and you keep the old one. No need to return it.')
  marta.says('That is kind, thank you 🙏', ago(1440 + 290))
  marta.sendsImage({ media: 'receipt', caption: 'The receipt, if you need it', ...ago(1440 + 284) })
  const media = pdf('Replacement 4776.pdf', ['Replacement 4776', 'One frame, oak, 40 x 60', 'Free of charge.'])
  story.instance.phone.sendsDocument({
    media,
    to: marta,
    caption: 'Your replacement order',
    sendByApi: true,
    status: 'delivered',
    ...ago(180),
  })
  marta.says('Got it. When does it arrive?', ago(47))
}

const russianChats = (story: Story, { oleg, irina }: Customers): void => {
  const { ago, desk } = story
  oleg.says('Доброе утро! Заказ 4802 уже собран?', ago(420))
  desk(oleg, 415, 'Доброе утро, Олег. Да, стоит у третьих ворот, машина в 14:00.')
  oleg.says('Отлично. Пропуск на водителя нужен?', ago(409))
  desk(oleg, 403, 'Нет, достаточно номера заказа.')
  oleg.sendsLocation(
    {
      nameLocation: 'Северные ворота',
      address: 'Портовая ул., 12',
      latitude: 59.9386,
      longitude: 30.3141,
      jpegThumbnail: story.mapPreview,
    },
    ago(396),
  )
  oleg.says('Водитель будет здесь, заберёт сразу два места.', ago(395))
  oleg.says('Водитель выехал, будет через полчаса 🚚', ago(22))

  irina.says('Здравствуйте! Какие цвета есть в наличии?', ago(1440 + 200))
  story.instance.phone.sendsImage({
    media: 'colours',
    to: irina,
    caption: 'Все восемь, № 11–18',
    sendByApi: true,
    status: 'read',
    ...ago(1440 + 190),
  })
  irina.says('Красиво. А можно образцы 13 и 17?', ago(1440 + 180))
  desk(irina, 1440 + 171, 'Конечно, отправим почтой. Пришлите, пожалуйста, адрес.')
  const first = irina.says('Набережная, 4, квартира 12', ago(1440 + 160))
  irina.edits(first, 'Набережная, 4, квартира 21', { notify: false })
  desk(irina, 130, 'Отправили сегодня утром, дойдёт за два–три дня.', { status: 'delivered' })
}

const voicesAndCards = (story: Story, { david, lena, stranger }: Customers): void => {
  const { ago, desk, pdf } = story
  david.says('Hello, can the delivery be moved to Friday afternoon?', ago(700))
  desk(david, 690, 'Of course. Friday between 13 and 17, the same address?')
  david.sendsAudio(ago(684))
  david.sendsLocation(
    {
      nameLocation: 'North gate, service road',
      address: '12 Harbour Road',
      latitude: 51.5033,
      longitude: 0.0032,
      jpegThumbnail: story.mapPreview,
    },
    ago(683),
  )
  const question = desk(david, 670, 'Noted: north gate, and the courier rings five minutes before.')
  david.reacts(question, '👍', ago(668))
  david.sendsVideo({ caption: 'The way in, for the driver', ...ago(92) })

  lena.says('Good afternoon, the October invoice seems to be missing a line.', ago(1440 + 500))
  const invoice = lena.sendsDocument({
    media: pdf('Invoice 2210.pdf', ['Invoice 2210', '12 x frame, oak', '4 x table top', 'Total 1,284.60']),
    caption: '',
    ...ago(1440 + 499),
  })
  desk(lena, 1440 + 470, 'You are right, the table legs are missing. A corrected one follows today.', {
    quotes: invoice,
  })
  lena.sendsContact(card('Accounting, Fischer & Co', '4915550100188'), ago(1440 + 460))
  story.instance.phone.sendsDocument({
    media: pdf('Invoice 2210 corrected.pdf', [
      'Invoice 2210 (corrected)',
      '12 x frame, oak',
      '4 x table top',
      '4 x table legs',
      'Total 1,396.20',
    ]),
    to: lena,
    sendByApi: true,
    status: 'read',
    ...ago(1440 + 300),
  })
  lena.says('Perfect, paid today.', ago(260))

  stranger.says('Is this the right number for wholesale prices?', ago(64))
}

const supplierHistory = (story: Story, { supplier }: Customers): void => {
  const { ago, desk } = story
  const talk: readonly (readonly [string, string])[] = [
    ['Delivery note {n} is on its way, 14 rolls.', 'Thank you, bay 2 is free from ten.'],
    ['The dye lot of number {n} differs slightly. Shall we send it anyway?', 'Please send a photo first.'],
    ['We close at 15:00 on Friday.', 'Noted. Then order {n} can wait until Monday.'],
    ['Price list {n} is valid from the first of the month.', 'Received, thank you.'],
    ['Two rolls of {n} are on back order, about nine days.', 'That is fine, no hurry with these.'],
  ]
  for (let index = 0; index < 180; index += 1) {
    const [says, answer] = talk[index % talk.length] ?? ['', '']
    const minutes = 2900 + (180 - index) * 190
    supplier.says(says.replace('{n}', String(3100 + index)), ago(minutes))
    desk(supplier, minutes - 12, answer.replace('{n}', String(4500 + index)))
  }
  supplier.sendsLink(
    {
      text: 'https://nordwind.example/autumn',
      title: 'Autumn range, 24 new fabrics',
      description: 'Samples, prices and delivery times for all new qualities.',
      jpegThumbnail: story.linkPreview,
    },
    { ...ago(540), forwardingScore: 1 },
  )
  desk(supplier, 500, 'Thank you. Please add two sample books to our next order.', { status: 'delivered' })
}

const deliveryRoutes = (story: Story, people: Customers): Group => {
  const { ago, instance, pdf } = story
  const { dispatcher, courier1, courier2 } = people
  const group = instance
    .group(instance.family === 'whatsapp' ? '120363048211300001@g.us' : '-10000000482113', {
      subject: 'Delivery routes',
      description: 'Runs, bays and gate codes for the day. Post the bay before nine, photos of labels go here too.',
      createdAt: instance.now() - 262 * 1440 * 60_000,
      membership: 'member',
      allowParticipantsAddMembers: true,
    })
    .hasAvatar({ kind: 'set', mediaId: 'group-routes' })
    .add(dispatcher.chatId, 'owner')
    .add(courier1.chatId)
    .add(courier2.chatId)
  for (let index = 0; index < 10; index += 1) {
    const role = index < 2 ? 'admin' : 'member'
    const name = ['Shift lead', 'Bay lead'][index] ?? `Courier ${index + 1}`
    group.add(story.person(`467009002${String(index).padStart(2, '0')}`, { name }).chatId, role)
  }
  const to = group.id
  const morning = dispatcher.says('Morning. Four runs today, the list is below. Please confirm your bay before nine.', {
    to,
    ...ago(1440 + 240),
  })
  dispatcher.sendsDocument({
    to,
    media: pdf('Routes.pdf', ['Routes of the day', '07:20 north', '09:40 centre', '13:10 south', '16:30 returns']),
    ...ago(1440 + 239),
  })
  for (const one of [courier1, courier2]) one.reacts(morning, '👍', { to, ...ago(1440 + 236) })
  instance.phone.sendsImage({
    to,
    media: 'loading-bay',
    caption: 'Bay 3 is loaded for the 9:40 run.',
    sendByApi: true,
    status: 'read',
    ...ago(1440 + 200),
  })
  courier2.sendsAudio({ to, ...ago(1440 + 186) })
  courier2.sendsLocation(
    {
      nameLocation: 'North gate, service road',
      address: '12 Harbour Road',
      latitude: 54.70921,
      longitude: 25.28713,
      jpegThumbnail: story.mapPreview,
    },
    { to, ...ago(1440 + 185) },
  )
  instance.phone.sendsContact(card('Service garage', '46700900172'), {
    to,
    sendByApi: true,
    status: 'read',
    ...ago(1440 + 181),
  })
  const poll = dispatcher.asksPoll('When should the second run leave?', ['15:30', '16:00', '16:30'], {
    to,
    multipleAnswers: true,
    ...ago(1440 + 150),
  })
  courier1.votes(poll, ['16:00'], { notify: false })
  courier2.votes(poll, ['15:30', '16:00'], { notify: false })
  instance.people.slice(-6).forEach((person) => person.votes(poll, ['16:00'], { notify: false }))
  courier2.sendsSticker({ to, ...ago(1440 + 148) })
  courier1.says('Road works on the ring from 18:00 to 06:00. Use the east exit.', {
    to,
    forwardingScore: 5,
    ...ago(1440 + 112),
  })
  const code = story.desk(to, 1440 + 100, 'Gate code for tonight changes at 18:00.')
  instance.phone.edits(code, 'Gate code for tonight changes at 19:00.', { notify: false })
  instance.phone.deletes(story.desk(to, 1440 + 99, 'Wrong group, sorry.'), { notify: false })
  courier2.sendsUnsupported(
    'interactiveButtons',
    { interactiveButtons: { contentText: 'Confirm the run?', buttons: [{ buttonText: 'Yes' }, { buttonText: 'No' }] } },
    { to, ...ago(1440 + 77) },
  )
  courier1.sendsContacts([card('Gate north', '46700900161'), card('Gate south', '46700900162')], { to, ...ago(400) })
  const schedule = dispatcher.sendsLink(
    {
      text: 'The dock schedule for next week is up. Bays 2 and 3 swap on Tuesday. https://schedule.example.com/48',
      title: 'Dock schedule, week 48',
      description: 'Bay times, contact numbers and the order in which vans are loaded.',
      jpegThumbnail: story.linkPreview,
    },
    { to, ...ago(88) },
  )
  const seen = story.desk(to, 84, 'Seen, thanks. Please pin it in the bay as well.', { quotes: schedule })
  courier1.reacts(seen, '👍', { to, ...ago(83) })
  dispatcher.reacts(seen, '🙏', { to, ...ago(82) })
  courier1.says('I am at the second warehouse, nobody at gate 4.', { to, ...ago(70) })
  courier1.says('They say the pallet is booked for tomorrow.', { to, ...ago(69) })
  story.desk(to, 63, 'Ask for the shift lead, the pallet is yours today.', { status: 'delivered' })
  courier1.says('Found the shift lead. Loading now.', { to, ...ago(6) })
  return group
}

const liveLines = (people: Customers, routes: Group): readonly LiveLine[] => {
  const line = (person: Person, text: string, to?: Group): LiveLine => ({ person, text, to })
  return [
    line(people.courier1, 'Ten minutes to the next stop.', routes),
    line(people.marta, 'The tracking page says tomorrow, is that right?'),
    line(people.irina, 'Спасибо, жду образцы 🙂'),
    line(people.david, 'The courier just rang, all good.'),
    line(people.dispatcher, 'Bay 2 is free again.', routes),
    line(people.lena, 'Could you send the November invoice to accounting directly?'),
    line(people.oleg, 'Загрузились, спасибо. Подпись в накладной есть.'),
    line(people.stranger, 'I would need about 40 pieces a month.'),
    line(people.anna, 'No hurry, next week is fine too.'),
    line(people.courier2, 'North gate is open until six today.', routes),
    line(people.supplier, 'The two sample books leave with the next delivery.'),
  ]
}

/** A shop's order desk: customers, a supplier, a group of couriers. Returns the lines that its people say next. */
export const orderDesk = (story: Story): readonly LiveLine[] => {
  const people = customers(story)
  supplierHistory(story, people)
  chairOrder(story, people)
  damagedBox(story, people)
  russianChats(story, people)
  voicesAndCards(story, people)
  catalogueChat(story)
  const routes = deliveryRoutes(story, people)
  story.instance.avatar = { kind: 'set', mediaId: 'brand-desk' }
  everyKind(story.instance)
  return [...liveLines(people, routes), ...walkInCustomers(story)]
}
