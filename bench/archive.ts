import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ChatKey, InstanceKey } from '../src/contract/ids.ts'
import { createSearch } from '../src/core/search/create-search.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { fillArchive } from './lib/fill-archive.ts'
import { figure, percentile, startTable } from './lib/figures.ts'
import { measure } from './lib/measure.ts'

/**
 * What the window asks of a large archive, each as core answers it: through the worker, without the pipe and the
 * painting. Aim of a search, with the painting: under 80 ms at the 95th percentile (`reading` measures it so).
 * `--messages N --chats N` set the size, `--folder DIR` keeps the archive for the next run.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    chats: { type: 'string', default: '10000' },
    times: { type: 'string', default: '60' },
    folder: { type: 'string', default: path.join(archivesDir, 'archive') },
  },
})
const messages = Number(values.messages)
const chats = Number(values.chats)
const times = Number(values.times)

const started = performance.now()
const dir = fillArchive(values.folder, {
  messages,
  chats,
  largest: Math.floor(messages / 10),
  ownEvery: 10,
  observationsPerOwn: 10,
})
process.stdout.write(
  `${messages} messages in ${chats} chats; ready after ${figure((performance.now() - started) / 1000)} s in ${dir}\n`,
)

const store = await openTestStore(dir)
const { handlers } = createSearch({ store })
const context = { signal: new AbortController().signal }
const first = 1 as ChatKey
const instance = 1 as InstanceKey
const chatOf = (round: number) => (2 + ((round * 997) % (chats - 1))) as ChatKey
const typed = [
  'd',
  'de',
  'del',
  'deli',
  'delivery',
  'дос',
  'доставка',
  'order12',
  'order del',
  'zzz',
  'invoice payment shelf',
  '12',
]

const table = startTable(['asked', 'p50 ms', 'p95 ms', 'p99 ms'])
const add = (name: string, taken: readonly number[]) =>
  table.add([name, ...[0.5, 0.95, 0.99].map((share) => figure(percentile(taken, share)))])
const list = { filter: 'all', limit: 60 } as const
const window = { before: 40, after: 40 } as const
const search = { scope: null, chat: null, cursor: null, limit: 50 } as const

add(
  'chat list, one instance',
  await measure(times, () => store.read('chats.list', { ...list, scope: instance, offset: 0 })),
)
add(
  'chat list, all instances',
  await measure(times, () => store.read('chats.list', { ...list, scope: null, offset: 0 })),
)
add(
  'chat list, any page',
  await measure(times, (round) => store.read('chats.list', { ...list, scope: null, offset: (round * 613) % chats })),
)
add(
  'chat list, typed filter',
  await measure(times, (round) => store.read('chats.list', { ...list, scope: null, offset: 0, text: `omer ${round}` })),
)
add(
  'chat list, unread',
  await measure(times, () => store.read('chats.list', { ...list, filter: 'unread', scope: null, offset: 0 })),
)
add(
  'place of a chat in the list',
  await measure(times, (round) => store.read('chats.indexOf', { scope: null, filter: 'all', chat: chatOf(round) })),
)
add(
  'newest messages of a chat',
  await measure(times, (round) =>
    store.read('messages.window', { ...window, chat: chatOf(round), anchor: { kind: 'newest' } }),
  ),
)
add(
  `newest of a chat of ${Math.floor(messages / 10)}`,
  await measure(times, () => store.read('messages.window', { ...window, chat: first, anchor: { kind: 'newest' } })),
)
add(
  'a date in that chat',
  await measure(times, (round) =>
    store.read('messages.window', {
      ...window,
      chat: first,
      anchor: { kind: 'date', at: Date.UTC(2026, round % 10, 1) },
    }),
  ),
)
const searched: number[] = []
for (const text of typed) {
  const taken = await measure(Math.ceil(times / 3), () => handlers['search.messages']({ ...search, text }, context))
  searched.push(...taken)
  add(`search "${text}"`, taken)
}
add('any of these searches', searched)
add(
  'search in one instance',
  await measure(times, (round) =>
    handlers['search.messages']({ ...search, scope: instance, text: typed[round % typed.length] ?? 'd' }, context),
  ),
)
add(
  'search in a small chat',
  await measure(times, (round) =>
    handlers['search.messages']({ ...search, chat: chatOf(round), text: 'del' }, context),
  ),
)
add(
  'search in the largest chat',
  await measure(times, (round) =>
    handlers['search.messages']({ ...search, chat: first, text: typed[round % typed.length] ?? 'd' }, context),
  ),
)
await store.close()
