import { monitorEventLoopDelay } from 'node:perf_hooks'
import { coreContract } from '../../src/contract/index.ts'
import type { ChatKey } from '../../src/contract/ids.ts'
import { createCore } from '../../src/core/create-core.ts'
import { storeEntries } from '../../src/core/workers/store-entries.ts'
import { createStoreFaults } from '../../src/core/store/store-faults.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import type { HostLinkListener } from '../../src/rpc/link.ts'
import { decodeHostMessage, encode } from '../../src/rpc/protocol.ts'
import { createPipeHost, serve } from '../../src/rpc/server.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'

/**
 * A program of its own that serves a window: core, the pipe's host end, and at the other end what a window asks for
 * while a chat is open, once in a frame. Each line on stdin is answered with how late its loop was since the last one,
 * ms: `{p50, p99, p999, max, reads}`; ends with stdin. Without instances nothing runs in it but that measurement.
 */
const [dataDir = '', apiUrl = '', first = '', count = '0', token = '', commitDelayMs = '0'] = process.argv.slice(2)
const frameMs = 16
/** The histogram holds the distance between two looks at the clock, which are asked for this far apart, ms. */
const resolution = 1

const instances = Number(count)
const faults = createStoreFaults()
faults.delayCommits(Number(commitDelayMs))
const core =
  instances === 0
    ? null
    : await createCore({ dataDir, vault: createMemoryVault(), entries: storeEntries(), host: plainHost, faults })
let reads = 0
if (core !== null) {
  core.start()
  openWindow(core)
  for (let index = 0; index < instances; index++) {
    await core.handlers['instances.add'](
      {
        apiUrl,
        idInstance: String(Number(first) + index),
        token,
        family: 'v3',
        name: `Bench ${index}`,
        colour: 'teal',
        mode: 'full',
        storeToken: false,
      },
      { signal: new AbortController().signal },
    )
  }
}

const delay = monitorEventLoopDelay({ resolution })
delay.enable()
process.stdout.write('ready\n')
process.stdin.on('data', () => {
  const at = (share: number): number => Math.max(0, delay.percentile(share) / 1e6 - resolution)
  const late = { p50: at(50), p99: at(99), p999: at(99.9), max: Math.max(0, delay.max / 1e6 - resolution), reads }
  process.stdout.write(`${JSON.stringify(late)}\n`)
  delay.reset()
  reads = 0
})
await new Promise((resolve) => process.stdin.once('end', resolve))
await core?.stop()

/** The host's end of the pipe over a link that goes nowhere but to a window's questions. */
function openWindow({ handlers, subscribe }: NonNullable<typeof core>): void {
  let listener: HostLinkListener | undefined
  let nextId = 1
  let open: ChatKey | null = null
  let asked = false
  const ask = (name: string, input: unknown): void =>
    listener?.received(encode({ kind: 'call', id: nextId++, name, input }))
  const readAgain = (): void => {
    asked = false
    ask('instances.list', {})
    ask('chats.list', { scope: null, filter: 'all', offset: 0, limit: 50 })
    if (open === null) return
    ask('chats.details', { chat: open })
    ask('messages.window', { chat: open, anchor: { kind: 'newest' }, before: 100, after: 0 })
  }
  const window = {
    send(text: string): void {
      const message = decodeHostMessage(text)
      if (message?.kind === 'error') throw new Error(`The window was refused: ${message.error.code}`)
      if (message?.kind === 'reply') reads += 1
      if (message?.kind !== 'event' || message.event.type !== 'changed') return
      const { change } = message.event
      if (change.kind === 'messages') open ??= change.chat
      if (asked) return
      asked = true
      setTimeout(readAgain, frameMs)
    },
    listen(given: HostLinkListener): () => void {
      listener = given
      return () => undefined
    },
  }
  serve(window, createPipeHost(coreContract, handlers, { subscribe, onFault: (fault) => console.error(fault) }))
  listener?.received(encode({ kind: 'hello' }))
}
