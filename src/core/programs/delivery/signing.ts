import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../../base/ports.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import type { Scrubber } from '../../logging/scrubber.ts'
import { createWebhookSecret } from '../identity/rules/program-identity.ts'
import type { Program } from '../identity/tx/program-row.ts'

/** The secrets that a webhook is signed with, newest first. */
export interface SigningSecrets {
  readonly current: string
  /** Also signs until `previousUntil`, epoch ms, so that a receiver can change over. */
  readonly previous: string | null
  readonly previousUntil: number
}

/**
 * The headers of Standard Webhooks for one attempt. Each attempt is signed again, because receivers refuse a signature
 * of more than five minutes.
 * @param now epoch ms
 */
export function signedHeaders(
  { current, previous, previousUntil }: SigningSecrets,
  id: string,
  body: string,
  now: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1000))
  const secrets = previous !== null && now < previousUntil ? [current, previous] : [current]
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const stored = z.object({ current: z.string(), previous: z.string().nullable(), previousUntil: z.number() })
const storedAuthorizations = z.array(z.object({ url: z.string(), value: z.string() }))

/** For so long an old secret signs beside the new one, ms. */
const changeoverMs = 24 * 3_600_000

type Named = Pick<Program, 'id'>

/** All that is secret of a webhook. */
export interface WholeSecret {
  readonly signing: SigningSecrets
  /** '' for none. */
  readonly authorization: string
}

/** The secrets of webhooks, which lie in the vault alone. An Authorization goes to the address that it is for. */
export interface WebhookSecrets {
  /** `missing`: the vault has none (any more): a person has to make a new one. */
  state(program: Named): Promise<'ready' | 'locked' | 'missing'>
  /** Rejects when there is none, or the vault is locked. */
  read(program: Named & Pick<Program, 'webhook'>): Promise<WholeSecret>
  /** Makes a new secret; the old one signs too for a day. Returns the new one. */
  renew(program: Named, now: number): Promise<string>
  /** The secrets that `renew` would make; nothing is stored. */
  renewed(before: SigningSecrets | null, now: number): SigningSecrets
  /** Stores what the team has. */
  hold(program: Named, url: string, secret: WholeSecret): Promise<void>
  /**
   * Stores the Authorization for an address. `value`: '' removes it; absent: that of `beside`, or the present one.
   * `beside`: another address that keeps its own.
   */
  setAuthorization(
    program: Named,
    to: { readonly url: string; readonly value?: string | undefined; readonly beside?: string | undefined },
  ): Promise<void>
  remove(program: Named): Promise<void>
}

interface StoredSecret {
  readonly signing: SigningSecrets
  readonly authorizations: z.infer<typeof storedAuthorizations>
}

/** An endpoint that shows what it was sent may leave out the scheme before a key. */
const partsOf = (authorization: string): readonly string[] => [authorization, ...authorization.split(/\s+/u)]

export function createWebhookSecrets({
  vault,
  scrubber,
}: {
  readonly vault: Vault
  readonly scrubber: Scrubber
}): WebhookSecrets {
  const secretName = ({ id }: Named) => `program:${id}:secret`
  const authorizationName = ({ id }: Named) => `program:${id}:authorization`
  const known = new Map<string, StoredSecret>()
  /** Counts changes: what was read before one says nothing after it. */
  let changes = 0
  const forget = (id: string | null) => {
    changes += 1
    if (id === null) known.clear()
    else known.delete(id)
  }
  vault.onChange(() => forget(null))
  /** Events go out meanwhile, and put what they read into the cache. */
  const change = async (program: Named, write: () => Promise<void>): Promise<void> => {
    try {
      await write()
    } finally {
      forget(program.id)
    }
  }
  const register = ({ signing: { current, previous }, authorizations }: StoredSecret) => {
    const parts = authorizations.flatMap(({ value }) => partsOf(value))
    for (const secret of [current, previous ?? '', ...parts]) scrubber.add(secret)
  }

  const load = async (program: Named): Promise<SigningSecrets | null> =>
    readStored(await vault.get(secretName(program)), stored, null)
  const loadAuthorizations = async (program: Named): Promise<StoredSecret['authorizations']> =>
    readStored(await vault.get(authorizationName(program)), storedAuthorizations, [])
  const storeAuthorizations = (program: Named, authorizations: StoredSecret['authorizations']): Promise<void> => {
    const name = authorizationName(program)
    return authorizations.length === 0 ? vault.delete(name) : vault.set(name, JSON.stringify(authorizations))
  }

  const readAll = async (program: Named): Promise<StoredSecret> => {
    const cached = known.get(program.id)
    if (cached !== undefined) return cached
    const before = changes
    const [signing, authorizations] = await Promise.all([load(program), loadAuthorizations(program)])
    if (signing === null) throw new Error('the webhook has no secret')
    const found = { signing, authorizations }
    register(found)
    if (changes === before) known.set(program.id, found)
    return found
  }

  const renewed: WebhookSecrets['renewed'] = (before, now) => {
    const current = createWebhookSecret()
    scrubber.add(current)
    return { current, previous: before?.current ?? null, previousUntil: now + changeoverMs }
  }

  return {
    async read(program) {
      const { signing, authorizations } = await readAll(program)
      const own = authorizations.find(({ url }) => url === program.webhook?.url)
      return { signing, authorization: own?.value ?? '' }
    },
    renewed,
    async hold(program, url, { signing, authorization }) {
      const next = { signing, authorizations: authorization === '' ? [] : [{ url, value: authorization }] }
      const before = await readAll(program).catch(() => null)
      if (JSON.stringify(before) === JSON.stringify(next)) return
      register(next)
      await change(program, async () => {
        await vault.set(secretName(program), JSON.stringify(signing))
        await storeAuthorizations(program, next.authorizations)
      })
    },
    async state(program) {
      if (known.has(program.id)) return 'ready'
      switch (await vault.where(secretName(program))) {
        case 'locked':
        case 'waiting':
          return 'locked'
        case 'missing':
          return 'missing'
        default:
          return readAll(program).then(
            () => 'ready',
            () => 'missing',
          )
      }
    },
    async renew(program, now) {
      const before = await load(program).catch(() => null)
      const next = renewed(before, now)
      await change(program, () => vault.set(secretName(program), JSON.stringify(next)))
      return next.current
    },
    async setAuthorization(program, { url, value: given, beside = url }) {
      const before = await loadAuthorizations(program)
      const other = before.filter((one) => one.url === beside && one.url !== url)
      const value = given ?? before.find((one) => one.url === beside)?.value ?? ''
      for (const part of partsOf(value)) scrubber.add(part)
      await change(program, () => storeAuthorizations(program, [...(value === '' ? [] : [{ url, value }]), ...other]))
    },
    async remove(program) {
      await change(program, async () => {
        await vault.delete(secretName(program))
        await vault.delete(authorizationName(program))
      })
    },
  }
}
