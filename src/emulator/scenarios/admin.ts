import type { Emulator } from '../create-emulator.ts'
import type { Instance } from '../world/instance.ts'
import { credentials } from './add-instances.ts'

const names = ['Dispatcher', 'Shift lead', 'Bakery Linde', 'Harbour office', 'Night porter', 'Workshop', 'Cold store']

/** People in the phone book and strangers, and two groups: one that the account owns, one in which it is a guest. */
const populate = (instance: Instance): void => {
  const people = names.map((name, index) =>
    instance.person(String(79_990_000_100 + index), { name, contactName: index < 5 ? name : '' }),
  )
  const whatsapp = instance.family === 'whatsapp'
  const routes = instance.group(whatsapp ? '120363000000000101@g.us' : '-100200300101', {
    subject: 'Delivery routes',
    membership: 'owner',
  })
  for (const person of people.slice(0, 4)) routes.add(person.chatId)
  const bay = instance.group(whatsapp ? '120363000000000102@g.us' : '-100200300102', { subject: 'Loading bay' })
  bay.add(people[0]?.chatId ?? '', 'owner')
  people[0]?.says('Route 4 leaves at nine.', { to: routes })
  people[0]?.says('Bay two is free.', { to: bay })
  people[2]?.says('Two trays more tomorrow, please.')
}

/** What an administrator meets: accounts in every state, queues that others fill, settings of another program, groups, contacts. */
export const admin = (emulator: Emulator): void => {
  const add = (index: number, init: Partial<Parameters<Emulator['addInstance']>[0]>): Instance => {
    const instance = emulator.addInstance({ ...credentials(index), ...init })
    populate(instance)
    return instance
  }
  const slow = { settingsDelayMs: 20_000, rebootDelayMs: 5000, webhookClearDelayMs: 5000 }

  // Logged out while another program goes on sending: everything is held.
  const orders = add(0, { name: 'Order desk', family: 'whatsapp', state: 'notAuthorized', behaviour: slow })
  for (const text of ['Yes, four left in blue.', 'Your parcel is on its way.', 'Thank you, see you on Friday.'])
    orders.acceptSend(orders.chat('79990000102@c.us'), text)
  add(1, { name: 'Warehouse', family: 'v3', behaviour: slow })
  // The account has a password of its own.
  add(2, {
    name: 'Support line',
    family: 'telegram',
    state: 'notAuthorized',
    behaviour: { ...slow, loginPassword: 'swordfish' },
  })
  add(3, {
    name: 'Returns',
    family: 'v3',
    settings: {
      webhookUrl: 'https://crm.example/in/4471',
      webhookUrlToken: 'made-up',
      delaySendMessagesMilliseconds: 5000,
    },
    behaviour: slow,
  })
  add(4, {
    name: 'Night desk',
    family: 'v3',
    state: 'suspended',
    behaviour: { ...slow, suspendedUntil: '2026-12-01T09:00:00Z' },
  })
  add(5, { name: 'Field service', family: 'v3', settings: 'new', behaviour: slow })
}
