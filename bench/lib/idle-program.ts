import { createInterface } from 'node:readline'
import { createCore } from '../../src/core/create-core.ts'
import { storeEntries } from '../../src/core/store-entries.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'

/**
 * A program of its own with `count` instances and nothing to do. With `add` it only adds them to the data directory;
 * without, it is the next start on it, since adding 200 leaves memory behind that a person's usual start does not.
 * Answers `cost` on stdin with what it cost since the last one, `{cpuMs, wallMs, rssMb}`, and `send <index> <text>` with
 * `{at}`, the moment (epoch ms) at which that instance was told to send; ends with stdin.
 */
const [dataDir = '', apiUrl = '', first = '', count = '1', token = '', mode = 'run'] = process.argv.slice(2)
const context = { signal: new AbortController().signal }
const vault = createMemoryVault()
// Keys of a new store count up from 1.
if (mode === 'run') for (let key = 1; key <= Number(count); key++) await vault.set(`instance:${key}`, token)
const core = await createCore({ dataDir, vault, entries: storeEntries(), host: plainHost })
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
  const list = await core.handlers['instances.list']({}, context)
  let since = { cpu: process.cpuUsage(), at: performance.now() }
  const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
  answer({ running: list.filter((instance) => instance.token === 'session').length })
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, index, text = ''] = line.split(' ')
    if (command === 'cost') {
      const cpu = process.cpuUsage(since.cpu)
      const wallMs = performance.now() - since.at
      answer({ cpuMs: (cpu.user + cpu.system) / 1000, wallMs, rssMb: process.memoryUsage.rss() / 1e6 })
      since = { cpu: process.cpuUsage(), at: performance.now() }
    } else {
      const instance = list[Number(index)]
      if (instance === undefined) throw new Error(`There is no instance ${index}.`)
      const { chat } = await core.handlers['chats.open'](
        { instance: instance.key, chatId: '79990001122@c.us' },
        context,
      )
      const at = performance.timeOrigin + performance.now()
      await core.handlers['messages.send']({ chat, text }, context)
      answer({ at })
    }
  }
}
await core.stop()
