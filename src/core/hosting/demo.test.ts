import type { QuickReply } from '../../contract/quick-replies.ts'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InstanceKey, InstanceSummary, QuickReplyKey } from '../../contract/index.ts'
import { createDemo, type DemoOptions } from './demo.ts'

let dataDir: string
let listed: { key: InstanceKey; idInstance: string; apiUrl: string; name: string }[]
let ended: number
let fails: boolean

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-demo-test-'))
  listed = [{ key: 1 as InstanceKey, idInstance: '11', apiUrl: 'https://api.example.com', name: 'Mine' }]
  ended = 0
  fails = false
})
afterEach(() => rm(dataDir, { recursive: true }))

const replies = [{ name: 'Hours', text: 'We are here from 9 to 18.' }]
let quickReplies: QuickReply[] = []
const targets: unknown[] = []

const handlers: DemoOptions['handlers'] = {
  'instances.edit': async (input) => void targets.push(input),
  'quickReplies.list': async () => quickReplies,
  async 'quickReplies.save'({ instance = null, name = '', text = '' }) {
    const key = (quickReplies.length + 1) as QuickReplyKey
    quickReplies.push({ key, instance, name, text, shared: null, files: [] })
    return { key }
  },
  async 'quickReplies.remove'({ key: gone }) {
    quickReplies = quickReplies.filter(({ key }) => key !== gone)
  },
  'instances.list': async () => listed as unknown as readonly InstanceSummary[],
  async 'instances.add'({ idInstance, apiUrl, name }) {
    if (fails && listed.length === 2) throw new Error('no')
    const key = (listed.length + 1) as InstanceKey
    listed.push({ key, idInstance, apiUrl, name })
    return { instance: key, reattached: false }
  },
  async 'instances.remove'({ instance }) {
    listed = listed.filter(({ key }) => key !== instance)
  },
}
const firstLine = JSON.stringify({
  instances: ['11', '12'].map((idInstance) => ({
    name: `Shop ${idInstance}`,
    apiUrl: 'http://127.0.0.1:5000',
    idInstance,
    token: 'a',
    family: 'v3',
  })),
})
const open = (answer: Promise<string> = Promise.resolve(firstLine), timeoutMs = 30_000) =>
  createDemo({
    dataDir,
    startProcess: () => ({ firstLine: answer, end: () => void ended++ }),
    handlers,
    warn: () => undefined,
    timeoutMs,
  })
const context = { signal: new AbortController().signal }
const names = () => listed.map(({ name }) => name)

test('its samples are marked, told, and taken away; an instance of the person with the same id stays', async () => {
  const demo = open().handlers
  await demo['host.startDemo']({ mark: 'sample', replies }, context)
  expect(names()).toEqual(['Mine', 'Shop 11 (sample)', 'Shop 12 (sample)'])
  expect(await demo['host.demo']({}, context)).toEqual({ instances: [2, 3] })
  const own = { key: 9 as QuickReplyKey, instance: null, name: 'Mine', text: 'My own', shared: null, files: [] }
  quickReplies.push(own)
  expect(quickReplies.map(({ instance, name }) => [instance, name])).toEqual([
    [2, 'Hours'],
    [3, 'Hours'],
    [null, 'Mine'],
  ])
  expect(targets).toContainEqual({ instance: 2, answerTargetMs: 900_000 })
  await demo['host.startDemo']({ mark: 'sample', replies }, context)
  expect(listed).toHaveLength(3)
  await demo['host.endDemo']({}, context)
  expect(names()).toEqual(['Mine'])
  expect(quickReplies).toEqual([own])
  expect(ended).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})

test('a demo that ended with its program is taken away at the next start', async () => {
  await open().handlers['host.startDemo']({ mark: 'sample', replies }, context)
  const next = open()
  await next.clearLeftovers()
  expect(names()).toEqual(['Mine'])
  expect(await readdir(dataDir)).toEqual([])
})

test('one that fails in the middle leaves nothing, and may be tried again', async () => {
  const broken = open(Promise.reject(new Error('ended')))
  await expect(broken.handlers['host.startDemo']({ mark: 'x', replies: [] }, context)).rejects.toMatchObject({
    code: 'demoFailed',
  })
  fails = true
  const demo = open().handlers
  await expect(demo['host.startDemo']({ mark: 'x', replies: [] }, context)).rejects.toMatchObject({
    code: 'demoFailed',
  })
  expect(names()).toEqual(['Mine'])
  fails = false
  await demo['host.startDemo']({ mark: 'x', replies: [] }, context)
  expect(listed).toHaveLength(3)
})

test('a service that says nothing is given up', async () => {
  const demo = open(new Promise(() => undefined), 20).handlers
  await expect(demo['host.startDemo']({ mark: 'x', replies: [] }, context)).rejects.toMatchObject({
    code: 'demoFailed',
  })
  expect(ended).toBe(1)
})

test.for(['', '{', '[{"idInstance":1}]', 'null'])('a file that says %s takes nothing away', async (text) => {
  await writeFile(path.join(dataDir, 'demo.json'), text)
  await open().clearLeftovers()
  expect(names()).toEqual(['Mine'])
  expect(await readdir(dataDir)).toEqual([])
})
