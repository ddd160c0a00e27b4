import { expect, it, onTestFinished } from 'vitest'
import { ContractError } from '../../contract/errors.ts'
import type { Input } from '../../contract/index.ts'
import { createStoredVault } from '../testing/administration-scene.ts'
import { startTestCore } from '../testing/start-test-core.ts'

const script: Input<'programs.add'> = {
  ...{ name: 'Orders', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null, readWhenWritten: false },
  ...{ webhook: null, authorization: '', rights: ['see'], writesFirst: false },
  scope: { instances: null, kinds: null, labels: null, groups: true },
}
const webhook = { url: 'https://shop.example/hook', allowPrivate: false, inFlight: 1, timeoutMs: 5000 }

it('a webhook has an address, and no other program has one', async () => {
  const core = await startTestCore({ started: false })
  onTestFinished(() => core.stop())
  const add = (change: Partial<Input<'programs.add'>>) => core.call('programs.add', { ...script, ...change })
  await expect(add({ protocol: 'webhook' })).rejects.toMatchObject({ code: 'badInput' })
  await expect(add({ webhook })).rejects.toMatchObject({ code: 'badInput' })
  expect((await core.call('programs.list', {})).rows).toEqual([])
  expect(await add({})).toMatchObject({ key: expect.stringMatching(/^sbk_/), secret: null })
  expect(await add({ name: 'Shop', protocol: 'webhook', webhook })).toMatchObject({
    key: null,
    secret: expect.stringMatching(/^whsec_/),
  })
  expect((await core.call('programs.list', {})).rows).toHaveLength(2)
})

it('a webhook whose secret a locked vault refuses is not there, and is added under its name once the vault takes it', async () => {
  const values = new Map<string, string>()
  let refused: RegExp | null = null
  const core = await startTestCore({
    started: false,
    vault: createStoredVault(values, (what) => {
      if (refused?.test(what)) throw new ContractError('vaultLocked')
    }),
  })
  onTestFinished(() => core.stop())
  const add = () =>
    core.call('programs.add', { ...script, protocol: 'webhook', webhook, authorization: 'Bearer of the shop' })
  for (refused of [/^set .*:secret$/, /^set .*:authorization$/]) {
    await expect(add()).rejects.toMatchObject({ code: 'vaultLocked' })
    expect((await core.call('programs.list', {})).rows).toEqual([])
    expect([...values.keys()]).toEqual([])
  }
  refused = null
  expect(await add()).toMatchObject({ secret: expect.stringMatching(/^whsec_/) })
  await expect(add()).rejects.toMatchObject({ code: 'programNameTaken' })
  expect([...values.keys()], 'the first one keeps its secret').toHaveLength(2)
})
