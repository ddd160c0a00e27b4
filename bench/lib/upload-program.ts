import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sliceBytes } from '../../src/contract/values.ts'
import { createCore } from '../../src/core/create-core.ts'
import { storeEntries } from '../../src/core/workers/store-entries.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'

/**
 * A program of its own that sends one file: handed over slice by slice as a window does, then brought to the service.
 * Prints what both took and the most memory that the process held meanwhile, over what it held before.
 */
const [dataDir = '', apiUrl = '', mediaUrl = '', idInstance = '', token = '', file = ''] = process.argv.slice(2)
const context = { signal: new AbortController().signal }
const core = await createCore({
  dataDir,
  vault: createMemoryVault(),
  entries: storeEntries(),
  limitClasses: { queue: Infinity, send: Infinity, lookup: Infinity, read: Infinity },
  host: plainHost,
})
core.start()
const account = { apiUrl, idInstance, token, family: 'v3', name: 'Bench', colour: 'teal', mode: 'sendOnly' } as const
const { instance } = await core.handlers['instances.add']({ ...account, storeToken: false }, context)
await core.handlers['instances.edit']({ instance, mediaUrl }, context)
const { chat } = await core.handlers['chats.open']({ instance, chatId: '79990001122@c.us' }, context)
await pause(3_000)

const rssMb = (): number => process.memoryUsage.rss() / 1e6
const idleMb = rssMb()
let peakMb = idleMb
const watch = setInterval(() => (peakMb = Math.max(peakMb, rssMb())), 20)

const { size } = await stat(file)
let begun = performance.now()
const { upload, address } = await core.handlers['uploads.begin'](
  { chat, name: 'large.bin', type: '', bytes: size },
  context,
)
for (let offset = 0; offset < size; offset += sliceBytes) {
  const body = createReadStream(file, { start: offset, end: Math.min(offset + sliceBytes, size) - 1 })
  const answer = await core.takeSlice(address.replace('upload/', ''), offset, body)
  if (answer.kind !== 'stored') throw new Error(`A slice was not stored: ${answer.kind}.`)
}
const spoolMs = performance.now() - begun
const spoolMb = peakMb - idleMb

peakMb = rssMb()
begun = performance.now()
const files = [{ upload, caption: '', asFile: false }]
const { messages } = await core.handlers['messages.sendFiles']({ chat, files, text: '' }, context)
const [message] = messages
if (message === undefined) throw new Error('Nothing was sent.')
const hasLink = async (): Promise<boolean> => {
  const { message: shown } = await core.handlers['messages.details']({ message }, context)
  return 'hasLink' in shown.content && shown.content.hasLink
}
// Once it has its link, the rest is a send like any other.
await new Promise<void>((resolve, reject) => {
  const poll = (): void => void hasLink().then((has) => has && resolve(), reject)
  core.subscribe((event) => {
    if (event.type === 'changed' && event.change.kind === 'messages') poll()
  })
  poll()
})
const uploadMs = performance.now() - begun
clearInterval(watch)
process.stdout.write(`${JSON.stringify({ spoolMs, spoolMb, uploadMs, uploadMb: peakMb - idleMb, idleMb })}\n`)
await core.stop()
