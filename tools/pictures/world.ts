import type { Page } from '@playwright/test'
import type { Emulator } from '../../src/emulator/create-emulator.ts'
import { demo } from '../../src/emulator/scenarios/demo/demo.ts'
import type { Instance, InstanceInit } from '../../src/emulator/world/instance.ts'

export interface Staging {
  readonly emulator: Emulator
  /** What to add to those that need no more than that. */
  readonly inputs: Readonly<Record<'world' | 'trouble', readonly object[]>>
  /** Folder for the data of all stages. */
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  /** What a stage started besides its product; ended with it. */
  readonly atEnd: (end: () => Promise<unknown>) => void
  /** Looks at a running product in a page of its own. */
  readonly visit: (url: string, at: (page: Page) => Promise<void>) => Promise<void>
}

/** The demo's two businesses, standing still. */
export function buildPictureWorld(emulator: Emulator): readonly Readonly<Record<string, unknown>>[] {
  demo(emulator, 2)
  const [, warehouse] = emulator.world.instances()
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
  programsWarehouse: '1101000210',
  scripts: '1101000214',
  proposals: '1101000212',
  proposalsWarehouse: '1101000213',
} as const

/** One instance with one chat, for trouble that has nothing to do with what is in it. */
export function buildPlainWorld(emulator: Emulator, stage: keyof typeof plainIds, name = 'Order desk'): Instance {
  const instance = emulator.addInstance({
    idInstance: plainIds[stage],
    ...(stage === 'quota' ? ({ family: 'whatsapp', settings: { outgoingAPIMessageWebhook: 'no' } } as const) : {}),
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
  family: instance.family === 'whatsapp' ? ('whatsapp' as const) : ('v3' as const),
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
