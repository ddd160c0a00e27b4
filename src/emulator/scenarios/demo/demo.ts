import type { Emulator } from '../../create-emulator.ts'
import type { Instance, InstanceInit } from '../../world/instance.ts'
import type { InstanceSettings } from '../../world/settings.ts'
import { credentials } from '../add-instances.ts'
import { live } from './live.ts'
import type { LiveLine } from './live.ts'
import { orderDesk } from './order-desk.ts'
import { createStory } from './story.ts'
import type { Story } from './story.ts'
import { warehouse } from './warehouse.ts'

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
