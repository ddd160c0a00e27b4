import type { Emulator } from '../../create-emulator.ts'
import type { Instance, InstanceInit } from '../../world/instance.ts'
import type { InstanceSettings } from '../../world/settings.ts'
import { credentials } from '../add-instances.ts'
import { live, type LiveLine } from './live.ts'
import { orderDesk } from './order-desk.ts'
import { showroom } from './showroom.ts'
import { createStory, type Story } from './story.ts'
import { warehouse } from './warehouse.ts'

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
