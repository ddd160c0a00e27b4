import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore } from '../testing/start-test-core.ts'

const partnerToken = 'gac.0f7d3c5a91e24b6f8a2d4c6e8b0f1a3c5d7e9f1b2a4c6e'
const tokenOf = (at: number): string => `d75b3a66374942c5b3c019c698abc2067e151558acbd4123${at}`

async function world() {
  const emulator = createEmulator()
  const apiUrl = await emulator.start()
  emulator.world.partnerToken = partnerToken
  for (const at of [1, 2])
    emulator.addInstance({ idInstance: `110100000${at}`, token: tokenOf(at), name: `Shop ${at}`, family: 'whatsapp' })
  const app = await startTestCore({})
  onTestFinished(async () => {
    await app.stop()
    await emulator.stop()
  })
  const bring = (token = partnerToken) =>
    app.call('instances.importPartner', { apiUrl, partnerToken: token, storeTokens: true })
  return { emulator, app, bring }
}

/** All bytes that the program left on the disk. It runs: a file that it replaces may be gone once it is listed. */
const stored = (dir: string): string =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n')

test('the instances of a partner are added and run; nothing keeps or logs the partner token, and no answer has a token', async () => {
  const { emulator, app, bring } = await world()
  const first = await bring()
  expect(first).toEqual({
    rows: [
      { idInstance: '1101000001', name: 'Shop 1', result: 'added' },
      { idInstance: '1101000002', name: 'Shop 2', result: 'added' },
    ],
    leftOut: 0,
  })
  const listed = await app.until('instances.list', {}, (rows) =>
    rows.every(({ authorization }) => authorization === 'authorized'),
  )
  expect(listed.map(({ name, family }) => [name, family])).toEqual([
    ['Shop 1', 'whatsapp'],
    ['Shop 2', 'whatsapp'],
  ])
  expect((await bring()).rows.map(({ result }) => result)).toEqual(['here', 'here'])
  expect(emulator.recorder.list({}).filter(({ path }) => path.startsWith('/partner/'))).toHaveLength(2)
  expect(stored(app.dataDir)).not.toContain(partnerToken)
  expect(JSON.stringify([first, listed])).not.toContain('d75b3a66')
})

test('a wrong token, and what is no token, are refused in one word each, and nothing is added', async () => {
  const { emulator, app, bring } = await world()
  await expect(bring('another token')).rejects.toThrow('wrongToken')
  await expect(bring(' ')).rejects.toThrow('tokenEmpty')
  await expect(bring('../getInstances')).rejects.toThrow('wrongToken')
  await emulator.stop()
  await expect(bring()).rejects.toThrow('unreachable')
  expect(await app.call('instances.list', {})).toEqual([])
})
