import type { Emulator } from '../create-emulator.ts'
import { addInstances, credentials } from './add-instances.ts'
import { demo } from './demo/demo.ts'
import type { Instance, InstanceInit } from '../world/instance.ts'
import { answerPeople } from './answer-people.ts'
import type { Fault } from '../http/faults.ts'

/** Faults, each with the share of requests it affects. */
const nastiness: readonly { readonly fault: Fault; readonly operation?: string; readonly probability: number }[] = [
  { fault: { kind: 'reset-before' }, probability: 0.01 },
  { fault: { kind: 'reset-after' }, probability: 0.01 },
  { fault: { kind: 'close-reused' }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 502 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 503 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 429 }, probability: 0.01 },
  { fault: { kind: 'delay', ms: 3000 }, probability: 0.02 },
  { fault: { kind: 'trickle', bytes: 16, ms: 50 }, probability: 0.01 },
  { fault: { kind: 'truncate', bytes: 20 }, probability: 0.01 },
  { fault: { kind: 'garbage' }, probability: 0.005 },
  { fault: { kind: 'html', status: 200 }, probability: 0.005 },
  { fault: { kind: 'empty-wait', form: '408' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'empty-wait', form: 'null' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'redeliver' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'duplicate' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'unacked' }, operation: 'deleteNotification', probability: 0.01 },
  { fault: { kind: 'refuse-after', status: 499 }, operation: 'sendMessage', probability: 0.02 },
]

const addFaults = (emulator: Emulator): void => {
  for (const rule of nastiness) emulator.faults.add(rule)
}

const openings = [
  'Is my order on its way?',
  'Could you change the delivery address?',
  'The invoice for October is attached twice.',
  'When do you open tomorrow?',
  'Does the blue one come in a larger size?',
  'Thank you, it arrived this morning.',
  'One box is damaged at the corner.',
  'Can I pay on delivery?',
  'Please call me before the van comes.',
  'Доброе утро, заказ уже собран?',
  'Подскажите, когда привезут?',
]

/** Makes people of one instance write endlessly, on average every `pauseMs` emulated milliseconds. */
const keepTalking = (emulator: Emulator, instance: Instance, people: number, pauseMs: number): void => {
  const { clock, random } = emulator
  const crowd = Array.from({ length: people }, (_unused, index) =>
    instance.person(String(79_990_000_000 + index), { name: `Customer ${index + 1}` }),
  )
  const next = (): void => {
    const person = random.pick(crowd)
    const last = person.chat.messages.at(-1)
    if (last && random.chance(0.1)) person.reacts(last, random.pick(['👍', '🙏', '❤️']))
    else if (random.chance(0.05)) person.sendsImage({ caption: 'Like this one.' })
    else person.says(random.pick(openings))
    clock.after(random.between(pauseMs / 2, pauseMs * 1.5), next)
  }
  clock.after(random.between(0, pauseMs), next)
}

const busy = (emulator: Emulator, instances: readonly Instance[], pauseMs: number): void => {
  for (const instance of instances) {
    keepTalking(emulator, instance, 20, pauseMs)
    answerPeople(emulator, instance, () => 'Thank you for the quick answer.')
  }
}

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
const admin = (emulator: Emulator, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    const instance = emulator.addInstance({ ...credentials(index), ...accounts[index % accounts.length] })
    populate(instance)
    if (index > 0) continue
    for (const text of ['Yes, four left in blue.', 'Your parcel is on its way.', 'Thank you, see you on Friday.'])
      instance.apiSends.accept(instance.chat('79990000102@c.us'), text)
  }
}

/** Prepares a world; `count` is the requested number of instances. */
export type Scenario = (emulator: Emulator, count: number | undefined) => void

export const scenarioNames = ['quiet', 'busy', 'backlog', 'faulty', 'many', 'demo', 'admin'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** Queued notifications of each instance of `backlog`. */
const backlogSize = 5000

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  /** Nothing happens by itself. */
  quiet: (emulator, count = 1) => void addInstances(emulator, count),
  /** Twenty people on each instance write, answer, react and read: about two messages a second. */
  busy: (emulator, count = 1) => busy(emulator, addInstances(emulator, count), 500),
  /** Thousands of notifications wait already. */
  backlog: (emulator, count = 1) => {
    for (const instance of addInstances(emulator, count)) {
      for (let index = 0; index < backlogSize; index += 1) {
        instance
          .person(String(79_990_000_000 + (index % 50)), { name: `Customer ${(index % 50) + 1}` })
          .says(`Message ${index + 1}`)
      }
    }
  },
  /** Busy, with a fault in about every tenth request. */
  faulty: (emulator, count = 1) => {
    busy(emulator, addInstances(emulator, count), 500)
    addFaults(emulator)
  },
  /** Two hundred instances with a message every few seconds each. */
  many: (emulator, count = 200) => {
    for (const instance of addInstances(emulator, count)) keepTalking(emulator, instance, 6, 4000)
  },
  /** Three businesses at work, with pictures, groups, histories and people who answer. */
  demo: (emulator, count) => demo(emulator, count ?? 3),
  /** Six accounts in every state, with what an administrator does: log in, settings, queues, groups, contacts. */
  admin: (emulator, count) => admin(emulator, count ?? 6),
}
