import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { CallOptions } from '../../../api/call.ts'
import type { OperationName } from '../../../api/operations.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { createCallBudget } from '../../accounts/create-call-budget.ts'
import { createSystemClock } from '../../base/system-clock.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { SharedInstance, SharedTeam } from '../../sharing/shared-team.ts'
import { deriveCheapKey } from '../../testing/cheap-key.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { checkedText, openToken, sealText, sealToken } from './sealed-token.ts'
import { createSharedInstances } from './shared-instances.ts'

/** A desk with an instance, and a team that names tokens as the database does. */
async function createDesk() {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const added = await store.write('accounts.add', {
    ...{ apiUrl: 'https://api.example', idInstance: '1101000001', family: 'whatsapp', prefix: '' },
    ...{ name: 'Shop', colour: 'teal', mode: 'full' },
  })
  if (added.kind === 'exists') throw new Error('It is there already.')
  const row = added.instance
  const key = await deriveCheapKey('passphrase of the team')
  const checkValue = sealText(key, checkedText)
  const token = { atDesk: 'first', previous: '', atTeam: '' }
  const rows: SharedInstance[] = []
  const removeFromTeam = () => rows.splice(0, Infinity, ...rows.map((one) => ({ ...one, isRemoved: true })))
  const opened = (sealed: string) => openToken(key, { ...row, token: sealed })?.token ?? ''
  const team = {
    ...{ role: 'administrator', checkValue },
    ...{ instances: async () => rows, members: async () => [] },
    async putInstance(given: Parameters<SharedTeam['putInstance']>[0]) {
      token.atTeam = opened(given.token)
      const tokenId = createHash('sha256').update(given.token).digest('base64url')
      rows.push({ ...given, id: 1 as SharedInstanceId, tokenId, isRemoved: false })
      return 1 as SharedInstanceId
    },
    async renewToken(_id: SharedInstanceId, sealed: string) {
      token.atTeam = opened(sealed)
      const tokenId = createHash('sha256').update(sealed).digest('base64url')
      rows.splice(0, 1, ...rows.map((one) => ({ ...one, token: sealed, tokenId })))
      return true
    },
    async removeInstance() {
      removeFromTeam()
      throw new Error('The connection broke before the answer.')
    },
  } as unknown as SharedTeam
  const budget = createCallBudget({ clock: createSystemClock(), row: () => row, desks: () => 2 })
  const api = {
    call: async (name: OperationName, _input: unknown, call: CallOptions) => ({ ok: budget.maySpend(name, call) }),
  }
  const run = { api, signal: new AbortController().signal }
  const connection = { state: () => ({ kind: 'live' }) }
  /** What the log leaves out. */
  const secrets: string[] = []
  const options = {
    store,
    vault: { status: () => ({ state: 'usable' }) },
    instances: { get: () => ({ row: () => row, run: () => run, connection }), setShare: () => undefined },
    tokens: {
      current: async () => token.atDesk,
      store: async (_key: InstanceKey, next: string) => void (token.atDesk = next),
      keepPrevious: async (_key: InstanceKey, own: string) => void (token.previous = own),
      forget: async () => void (token.atDesk = ''),
    },
    scrubber: { add: (secret: string) => secrets.push(secret) },
    clock: createSystemClock(),
    logger: createSilentLogger(),
    refreshInstances: async () => undefined,
    onLoaded: () => undefined,
  }
  let shared = createSharedInstances(options as never)
  return {
    ...{ token, removeFromTeam, secrets },
    keys: () => shared.keys(),
    startAgain: () => {
      shared = createSharedInstances(options as never)
      return shared.load()
    },
    /** Another desk shares the instance, with its token. */
    colleagueShares: async (theirs: string) => {
      const { apiUrl, idInstance, family, prefix, name, colour, answerTargetMs } = row
      const sealed = sealToken(key, row, theirs)
      await team.putInstance(
        { apiUrl, idInstance, family, prefix, name, colour, countsFrom: 0, answerTargetMs, token: sealed },
        checkValue,
      )
    },
    unshare: () => shared.unshare(team, row.key),
    share: () => shared.share(team, key, row.key),
    sync: () => shared.sync(team, key, 'desk' as DeskId),
  }
}

test('a token that is renewed right after its instance was shared goes to the team, which replaces none by the old one', async () => {
  const { token, share, sync } = await createDesk()
  await share()
  expect(token).toMatchObject({ atDesk: 'first', atTeam: 'first' })
  // The service gives a new token once: what is written over it is lost.
  token.atDesk = 'renewed'
  await sync()
  expect(token).toMatchObject({ atDesk: 'renewed', atTeam: 'renewed' })
})

test('an instance that a colleague takes out of the team runs here no more, since its token goes', async () => {
  const { token, keys, share, sync, removeFromTeam } = await createDesk()
  await share()
  expect(keys().size).toBe(1)
  removeFromTeam()
  await sync()
  expect([token.atDesk, keys().size]).toEqual(['', 0])
})

test('the desk that takes an instance out of the team keeps its token, although the answer is lost', async () => {
  const { token, keys, share, unshare, sync } = await createDesk()
  await share()
  await expect(unshare()).rejects.toThrow('before the answer')
  await sync()
  expect(keys().size).toBe(0)
  expect(token.atDesk).toBe('first')
})

test('a program that ends after it took an instance out of the team goes on with the token', async () => {
  const { token, keys, share, unshare, startAgain, sync } = await createDesk()
  await share()
  await expect(unshare()).rejects.toThrow('before the answer')
  await startAgain()
  await sync()
  expect([token.atDesk, keys().size]).toEqual(['first', 0])
})

test('a token of a desk stays beside the one with which a colleague shares its instance', async () => {
  const { token, secrets, colleagueShares, sync } = await createDesk()
  token.atDesk = 'newer'
  await colleagueShares('older')
  await sync()
  expect(token).toMatchObject({ atDesk: 'older', previous: 'newer' })
  expect(secrets).toContain('older')
  // From then on the team's tokens follow each other.
  await sync()
  expect(token).toMatchObject({ atDesk: 'older', previous: 'newer' })
})

test('a token that is renewed again soon goes to the team at once, however rare background calls are', async () => {
  const { token, share, sync } = await createDesk()
  await share()
  for (const renewed of ['second', 'third']) {
    token.atDesk = renewed
    await sync()
    expect(token.atTeam).toBe(renewed)
  }
})
