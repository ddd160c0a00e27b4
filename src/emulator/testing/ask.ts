import type { Emulator } from '../create-emulator.ts'
import type { Instance } from '../world/instance.ts'

/** A raw answer. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown
  readonly date: number
}

/** Plain requests to one instance, for the emulator's own tests. */
export interface Asker {
  get(operation: string, query?: string): Promise<Answer>
  post(operation: string, body: unknown): Promise<Answer>
  /** Deletes a notification. */
  remove(receiptId: number | string): Promise<Answer>
  /** The URL of an operation, with the token. */
  address(operation: string): string
  /** Any path after the origin. */
  raw(path: string, init?: RequestInit): Promise<Answer>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const ask = async (url: string, init?: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    json: parsed(text),
    date: Date.parse(response.headers.get('date') ?? ''),
  }
}

export const asker = (emulator: Emulator, instance: Instance): Asker => {
  const path = (operation: string): string =>
    `${emulator.baseUrl(instance)}/waInstance${instance.idInstance}/${operation}/${instance.token}`
  return {
    get: (operation, query = '') => ask(path(operation) + query),
    post: (operation, body) =>
      ask(path(operation), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    remove: (receiptId) => ask(`${path('deleteNotification')}/${receiptId}`, { method: 'DELETE' }),
    address: path,
    raw: (rest, init) => ask(emulator.url + rest, init),
  }
}
