import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../emulator/random.ts'
import { fillStore } from '../testing/fill-store.ts'
import { sized } from '../testing/marathon.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { testProgram } from '../testing/watched-entries.ts'

const script = testProgram('backup-until-killed', new URL('../testing/backup-until-killed.ts', import.meta.url))
const kills = sized(3, 100)
const random = createRandom(1)

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

/** Runs the script and kills it so long after it began its work, ms. Resolves with its output. */
async function killAfter(ms: number, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  const begins = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
    begins.resolve()
  })
  await begins.promise
  setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'exit')
  return text
}

test('a desk is killed while it makes backups: each that is there is whole, and the next is made @process', async () => {
  const [dataDir, folder] = [tempDir(), tempDir()]
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const store = await openTestStore(dataDir)
  await fillStore(store, { chats: 20, messages: 3000 })
  await store.close()
  for (let kill = 0; kill < kills; kill += 1)
    await killAfter(random.between(0, 1500), ['make', dataDir, folder, recipient])
  const desk = await startTestCore({ dataDir, services: [] })
  onTestFinished(() => desk.stop())
  await desk.call('backup.make', {})
  const found = await desk.call('backup.find', { folder })
  expect(found.length).toBeGreaterThan(0)
  for (const { id } of found) await desk.call('backup.verify', { folder, id, secret: identity })
  const left = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.unfinished'))
  expect(left).toEqual([])
})

test('a desk is killed while it restores: it is empty or as the backup is, and goes on @process', async () => {
  const folder = tempDir()
  const identity = await generateX25519Identity()
  const source = await startTestCore({
    services: [],
    instances: [{ apiUrl: 'http://127.0.0.1:1', idInstance: '1101000001', token: null }],
  })
  onTestFinished(() => source.stop())
  await source.call('labels.save', { name: 'Of the backup' })
  const plan = { folder, every: 'never', generations: 3, withTokens: false } as const
  await source.call('backup.set', { ...plan, secret: await identityToRecipient(identity) })
  await source.call('backup.make', {})
  let [empty, whole] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    const dataDir = tempDir()
    const output = await killAfter(random.between(0, 1500), ['restore', dataDir, folder, identity])
    const desk = await startTestCore({ dataDir })
    const labels = await desk.call('labels.list', {})
    const instances = await desk.call('instances.list', {})
    expect(labels.length).toBe(instances.length)
    expect(output.includes('restored') && instances.length === 0).toBe(false)
    if (instances.length === 0) empty += 1
    else whole += 1
    await desk.waitFor('leftovers are removed', () => !existsSync(join(dataDir, 'backup')))
    await desk.stop()
  }
  expect(empty + whole).toBe(kills)
})
