import { createInterface } from 'node:readline'
import type { ChatKey } from '../../src/contract/ids.ts'
import { tokenEntry } from '../../src/core/accounts/tokens.ts'
import { createCore } from '../../src/core/create-core.ts'
import { storeEntries } from '../../src/core/workers/store-entries.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { measure } from './measure.ts'

/**
 * A program of its own around core. With `add` it adds `count` instances of the emulator to the data directory and
 * ends; without, it is the next start on it and says `{startMs, running}` once the first list is answered: the ms since
 * its process started, and how many of the instances have their token. Then each line on stdin is answered with a line:
 * `list`, `open`, `search` with the ms of so many rounds; `send` with `{at}`, the moment (epoch ms) at which it was
 * told to; `arrival` with `{at}` of the next change of messages; `cost` with `{cpuMs, wallMs, rssMb}` since the last
 * one. Ends with stdin.
 */
const [dataDir = '', apiUrl = '', first = '', count = '1', token = '', mode = 'run'] = process.argv.slice(2)
const context = { signal: new AbortController().signal }
const isOurs = (idInstance: string): boolean =>
  Number(idInstance) >= Number(first) && Number(idInstance) < Number(first) + Number(count)
const words = ['d', 'de', 'del', 'deli', 'delivery', 'доставка', 'order12', 'order del', 'invoice']

const vault = createMemoryVault()
if (mode === 'run') {
  for (let index = 0; index < Number(count); index++) {
    await vault.set(...tokenEntry({ apiUrl, mediaUrl: '', idInstance: String(Number(first) + index) }, token))
  }
}
const core = await createCore({ dataDir, vault, entries: storeEntries(), host: plainHost })
const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const now = (): number => performance.timeOrigin + performance.now()

if (mode === 'add') {
  for (let index = 0; index < Number(count); index++) {
    await core.handlers['instances.add'](
      {
        apiUrl,
        idInstance: String(Number(first) + index),
        token,
        family: 'v3',
        name: `Instance ${index}`,
        colour: 'teal',
        mode: 'full',
        storeToken: false,
      },
      context,
    )
  }
} else {
  core.start()
  const page = { scope: null, filter: 'all', offset: 0, limit: 50 } as const
  const { total } = await core.handlers['chats.list'](page, context)
  const startMs = performance.now()
  const ours = (await core.handlers['instances.list']({}, context)).filter((one) => isOurs(one.idInstance))
  answer({ startMs, running: ours.filter(({ token: state }) => state === 'session').length })
  let since = { cpu: process.cpuUsage(), at: performance.now() }
  const window = { anchor: { kind: 'newest' }, before: 100, after: 0 } as const
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, index, text = ''] = line.split(' ')
    const times = Number(index)
    if (command === 'list') {
      answer({ ms: await measure(times, () => core.handlers['chats.list'](page, context)) })
    } else if (command === 'open') {
      const chatOf = (round: number) => (1 + ((round * 997) % Math.max(1, total))) as ChatKey
      answer({
        ms: await measure(times, (round) =>
          core.handlers['messages.window']({ chat: chatOf(round), ...window }, context),
        ),
      })
    } else if (command === 'search') {
      answer({
        ms: await measure(times, (round) =>
          core.handlers['search.messages'](
            { scope: null, chat: null, cursor: null, limit: 50, text: words[round % words.length] ?? 'd' },
            context,
          ),
        ),
      })
    } else if (command === 'arrival') {
      const stop = core.subscribe((event) => {
        if (event.type !== 'changed' || event.change.kind !== 'messages') return
        stop()
        answer({ at: now() })
      })
    } else if (command === 'cost') {
      const cpu = process.cpuUsage(since.cpu)
      const wallMs = performance.now() - since.at
      answer({ cpuMs: (cpu.user + cpu.system) / 1000, wallMs, rssMb: process.memoryUsage.rss() / 1e6 })
      since = { cpu: process.cpuUsage(), at: performance.now() }
    } else {
      const instance = ours[times]
      if (instance === undefined) throw new Error(`There is no instance ${index}.`)
      const chat = await core.handlers['chats.open']({ instance: instance.key, chatId: '79990001122@c.us' }, context)
      const at = now()
      await core.handlers['messages.send']({ chat: chat.chat, text }, context)
      answer({ at })
    }
  }
}
await core.stop()
