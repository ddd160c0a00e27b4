import { createInterface } from 'node:readline'

/**
 * A customer's program, made to be killed. A line on stdin (`{"id", "ports", "key", "body"}`) is one message; it is
 * sent over HTTP once to each of the ports, at the same time. Answers `{"id", "answers"}`, null for a call without an
 * answer.
 */
interface Order {
  readonly id: number
  readonly ports: readonly number[]
  readonly key: string
  readonly body: object
}

/** Of an answer what the bench compares: a problem's code, or the message that the send became. */
interface Answer {
  readonly code?: string
  readonly message?: { readonly id: string; readonly text: string } | null
  readonly elsewhere?: object | null
}

async function send(port: number, { key, body }: Order) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
      body: JSON.stringify(body),
    })
    const { code = null, message = null, elsewhere = null } = (await response.json()) as Answer
    return {
      ...{ port, status: response.status, code, isElsewhere: elsewhere !== null },
      message: message === null ? null : { id: message.id, text: message.text },
    }
  } catch {
    return null
  }
}

async function take(order: Order): Promise<void> {
  const answers = await Promise.all(order.ports.map((port) => send(port, order)))
  process.stdout.write(`${JSON.stringify({ id: order.id, answers })}\n`)
}

for await (const line of createInterface({ input: process.stdin })) void take(JSON.parse(line) as Order)
