import { expect, it, onTestFinished } from 'vitest'
import type { Input } from '../../contract/index.ts'
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
