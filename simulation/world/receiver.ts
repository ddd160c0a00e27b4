import type { OpenWebhookPoster } from '../../src/core/programs/delivery/post-webhook.ts'
import { createOwner, type Machine, type Owner } from '../machine/machine.ts'

/** Share of the posts that get lost on their way, and of the answers. */
const lostInTrouble = 0.1

/** The endpoint of the team's webhook, and the way to it. */
export function createReceiver(machine: Machine) {
  const owner = createOwner('receiver')
  const random = machine.random('receiver')
  /** Bodies by the ids of their events, in the order in which they came first. */
  const got = new Map<string, string>()
  let lost = lostInTrouble
  const receive = (id: string, body: string) => {
    const known = got.get(id)
    if (known === undefined) got.set(id, body)
    else if (known !== body) machine.fail(`event ${id} of the webhook changed between two deliveries`)
  }
  return {
    got: got as ReadonlyMap<string, string>,
    calmsDown: () => void (lost = 0),
    /** How one process posts. */
    posterOf:
      (client: Owner): OpenWebhookPoster =>
      () => ({
        post(headers, body, now, signal) {
          const { promise, resolve } =
            Promise.withResolvers<Awaited<ReturnType<ReturnType<OpenWebhookPoster>['post']>>>()
          const id = headers['webhook-id'] ?? ''
          const fail = () =>
            resolve({
              kind: 'endpoint',
              retryAfterMs: null,
              trouble: { at: now(), kind: 'unreachable', status: null, text: '' },
            })
          signal.addEventListener('abort', fail, { once: true })
          const delay = () => 2 + random.wait(25)
          const answer = random.chance(lost) ? fail : () => resolve({ kind: 'delivered', status: 200 })
          if (random.chance(lost)) machine.schedule(delay(), client, `webhook ${id} is lost`, fail)
          else
            machine.schedule(delay(), owner, `webhook ${id} arrives`, () => {
              receive(id, body)
              machine.schedule(delay(), client, `webhook ${id} is answered`, answer)
            })
          return promise
        },
        close: () => undefined,
      }),
  }
}
