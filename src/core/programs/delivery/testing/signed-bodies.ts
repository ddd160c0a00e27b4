import { createRandom } from '../../../../emulator/random.ts'
import { createWebhookSecret } from '../../identity/rules/program-identity.ts'
import { signedHeaders } from '../signing.ts'

/** A webhook as its receiver gets it. */
export interface SignedBody {
  /** Secrets that the receiver checks with: the present one, or during a rotation either of the two. */
  readonly secret: string
  readonly headers: ReturnType<typeof signedHeaders>
  readonly body: string
}

const pieces = ['text', 'Спасибо! 🙏', '\\u00e9\\/', '\\"', ' ', '176755410848212345', '1.0', '[]', '{}', 'é']

/** Bodies of JSON with what parsers like to change, signed now; every second one during a rotation. */
export function signedBodies(count: number, seed = 1): readonly SignedBody[] {
  const { pick, between } = createRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const parts = Array.from({ length: between(0, 12) }, () => pick(pieces))
    const body = `{"typeWebhook":"incomingMessageReceived", "n":${index},\n"text":"${parts.join('')}"}`
    const [current, previous] = [createWebhookSecret(), createWebhookSecret()]
    const isRotating = index % 2 === 1
    const secrets = { current, previous: isRotating ? previous : null, previousUntil: Date.now() + 60_000 }
    const headers = signedHeaders(secrets, `1101000001-a1b2-${index}`, body, Date.now())
    return { secret: isRotating && index % 4 === 1 ? previous : current, headers, body }
  })
}

/** The same with one thing changed, which every receiver has to refuse. */
export const changedBodies = (bodies: readonly SignedBody[]): readonly SignedBody[] =>
  bodies.map(({ secret, headers, body }, index) => {
    switch (index % 4) {
      case 0:
        return { secret, headers, body: `${body} ` }
      case 1:
        return { secret, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}0` }, body }
      case 2:
        return {
          secret,
          headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
          body,
        }
      default:
        return { secret: createWebhookSecret(), headers, body }
    }
  })
