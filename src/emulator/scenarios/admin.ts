import type { Emulator } from '../create-emulator.ts'
import type { Instance, InstanceInit } from '../world/instance.ts'
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

const slow = { settingsDelayMs: 20_000, rebootDelayMs: 5000, webhookClearDelayMs: 5000 }

const accounts: readonly Partial<InstanceInit>[] = [
  // Logged out while another program goes on sending: everything is held.
  { name: 'Order desk', family: 'whatsapp', state: 'notAuthorized', behaviour: slow },
  { name: 'Warehouse', family: 'v3', behaviour: slow },
  // An account with a password.
  {
    name: 'Support line',
    family: 'telegram',
    state: 'notAuthorized',
    behaviour: { ...slow, loginPassword: 'swordfish' },
  },
  {
    name: 'Returns',
    family: 'v3',
    settings: { webhookUrl: 'https://crm.example/in/4471', webhookUrlToken: 'made-up' },
    behaviour: slow,
  },
  {
    name: 'Night desk',
    family: 'v3',
    state: 'suspended',
    behaviour: { ...slow, suspendedUntil: '2026-12-01T09:00:00Z' },
  },
  { name: 'Field service', family: 'v3', settings: 'new', behaviour: slow },
]

/**
 * The scenario of an administrator: accounts in every state, a queue that another program fills, settings of another
 * program, groups, contacts.
 */
export const admin = (emulator: Emulator, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    const instance = emulator.addInstance({ ...credentials(index), ...accounts[index % accounts.length] })
    populate(instance)
    if (index > 0) continue
    for (const text of ['Yes, four left in blue.', 'Your parcel is on its way.', 'Thank you, see you on Friday.'])
      instance.apiSends.accept(instance.chat('79990000102@c.us'), text)
  }
}
