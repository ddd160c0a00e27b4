import { expect, test } from 'vitest'
import type { Vault } from '../../base/ports.ts'
import { createMemoryVault } from '../../vault/memory-vault.ts'
import { createWebhookSecrets, signedHeaders } from './signing.ts'

const at = (url: string) => ({
  id: 'abcdefgh',
  webhook: { url, allowPrivate: false, inFlight: 1, timeoutMs: 1000 },
})
const [url, otherUrl] = ['https://one.example/hook', 'https://two.example/hook']
const program = at(url)

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
  await during(secrets.setAuthorization(program, { url, value: 'Bearer of-the-receiver' }))
  expect((await secrets.read(program)).authorization).toBe('Bearer of-the-receiver')
  await during(secrets.setAuthorization(program, { url, value: '' }))
  expect((await secrets.read(program)).authorization).toBe('')
})

test('while the address changes each address has its own Authorization, and afterwards the new one alone', async () => {
  const secrets = createWebhookSecrets({ vault: createMemoryVault(), scrubber: { add: () => undefined } as never })
  const authorizations = async () =>
    Promise.all([at(url), at(otherUrl)].map(async (one) => (await secrets.read(one)).authorization))
  await secrets.renew(program, 0)
  await secrets.setAuthorization(program, { url, value: 'Bearer of-one' })
  expect(await authorizations()).toEqual(['Bearer of-one', ''])
  await secrets.setAuthorization(program, { url: otherUrl, value: 'Bearer of-two', beside: url })
  expect(await authorizations()).toEqual(['Bearer of-one', 'Bearer of-two'])
  await secrets.setAuthorization(program, { url: otherUrl })
  expect(await authorizations()).toEqual(['', 'Bearer of-two'])
  // The address alone changes.
  await secrets.setAuthorization(program, { url, beside: otherUrl })
  await secrets.setAuthorization(program, { url })
  expect(await authorizations()).toEqual(['Bearer of-two', ''])
})

test('what was read before a change, and comes after it, signs nothing', async () => {
  const memory = createMemoryVault()
  const late = Promise.withResolvers<void>()
  let isLate = false
  const vault: Vault = {
    ...memory,
    async get(name) {
      const waits = isLate
      const value = await memory.get(name)
      if (waits) await late.promise
      return value
    },
  }
  const secrets = createWebhookSecrets({ vault, scrubber: { add: () => undefined } as never })
  await secrets.renew(program, 0)
  isLate = true
  const reading = secrets.read(program)
  isLate = false
  const second = await secrets.renew(program, 0)
  late.resolve()
  await reading
  expect((await secrets.read(program)).signing.current).toBe(second)
})

test('nothing secret stays of a webhook that is removed', async () => {
  const vault = createMemoryVault()
  const secrets = createWebhookSecrets({ vault, scrubber: { add: () => undefined } as never })
  const names = ['secret', 'authorization'].map((what) => `program:${program.id}:${what}`)
  const stored = () => Promise.all(names.map((name) => vault.where(name)))
  await secrets.renew(program, 0)
  await secrets.setAuthorization(program, { url, value: 'Bearer of-the-receiver' })
  expect(await stored()).toEqual(['session', 'session'])
  await secrets.remove(program)
  expect(await stored()).toEqual(['missing', 'missing'])
})

test('the secret of before signs beside the new one until its time is over', () => {
  const [current, previous] = ['new', 'old'].map((text) => `whsec_${Buffer.from(text).toString('base64')}`)
  const signaturesAt = (now: number) =>
    signedHeaders({ current: current ?? '', previous: previous ?? null, previousUntil: 10_000 }, 'id', '{}', now)[
      'webhook-signature'
    ].split(' ')
  expect(signaturesAt(9999)).toHaveLength(2)
  expect(signaturesAt(10_000)).toHaveLength(1)
})
