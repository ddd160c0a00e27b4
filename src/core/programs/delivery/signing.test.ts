import { expect, test } from 'vitest'
import type { Vault } from '../../base/ports.ts'
import { createWebhookSecrets } from './signing.ts'

const program = { id: 'abcdefgh' }

/** A vault whose writes wait for `write`. */
function createSlowVault() {
  const stored = new Map<string, string>()
  const waiting: (() => void)[] = []
  const slow = (work: () => void) =>
    new Promise<void>((resolve) =>
      waiting.push(() => {
        work()
        resolve()
      }),
    )
  const vault = {
    get: async (name: string) => stored.get(name) ?? null,
    set: (name: string, value: string) => slow(() => stored.set(name, value)),
    delete: (name: string) => slow(() => stored.delete(name)),
    where: async (name: string) => (stored.has(name) ? 'here' : 'missing'),
    onChange: () => () => undefined,
  } as unknown as Vault
  return {
    vault,
    write: () => {
      for (const one of waiting.splice(0)) one()
    },
  }
}

test('a new secret and a new Authorization hold from the moment at which they are stored, while events go out', async () => {
  const { vault, write } = createSlowVault()
  const secrets = createWebhookSecrets({ vault, scrubber: { add: () => undefined } as never })
  const during = async <Value>(work: Promise<Value>): Promise<Value> => {
    // An event goes out: what it reads is what is stored until then.
    await secrets.read(program).catch(() => null)
    const reading = secrets.read(program).catch(() => null)
    write()
    const value = await work
    await reading
    return value
  }
  const first = await during(secrets.renew(program, 0))
  expect((await secrets.read(program)).signing).toMatchObject({ current: first, previous: null })
  const second = await (async () => {
    const renewing = secrets.renew(program, 0)
    await Promise.resolve()
    return during(renewing)
  })()
  expect((await secrets.read(program)).signing).toMatchObject({ current: second, previous: first })
  await during(secrets.setAuthorization(program, 'Bearer of-the-receiver'))
  expect((await secrets.read(program)).authorization).toBe('Bearer of-the-receiver')
  await during(secrets.setAuthorization(program, ''))
  expect((await secrets.read(program)).authorization).toBe('')
})
