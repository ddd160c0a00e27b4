import path from 'node:path'
import { parseArgs } from 'node:util'
import { statusKinds } from '../src/contract/statuses.ts'
import { outgoingSorts, type OutgoingFilter } from '../src/contract/outgoing.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../src/contract/ids.ts'
import { anything } from '../src/core/inspection/tx/outgoing-filter.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { createManualClock } from '../src/api/testing/manual-clock.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { fillArchive, fillNow } from './lib/fill-archive.ts'
import { figure, percentile, startTable } from './lib/figures.ts'
import { measure } from './lib/measure.ts'

/**
 * The Outgoing view over 100,000 outgoing messages with 1,000,000 observations (in an archive of 1,000,000 messages):
 * first rows under 100 ms, any filter under 150 ms, both at the 95th percentile. Rows of a filter are timed while its
 * counts and chart are worked out in the other worker, as the view asks for them together.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '30' },
    folder: { type: 'string', default: path.join(archivesDir, 'archive') },
  },
})
const messages = Number(values.messages)
const times = Number(values.times)
const chats = Math.max(10, Math.floor(messages / 100))
const dir = fillArchive(values.folder, {
  messages,
  chats,
  largest: Math.floor(messages / 10),
  ownEvery: 10,
  observationsPerOwn: 10,
})
const store = await openTestStore(dir, { clock: createManualClock(fillNow) })

const newest = { by: 'time', direction: 'desc' } as const
const filters: Readonly<Record<string, Partial<OutgoingFilter>>> = {
  'no filter': {},
  'one instance': { scope: 1 as InstanceKey },
  'one status': { statuses: ['failed'] },
  'three statuses': { statuses: ['pending', 'sent', 'none'] },
  'a kind': { kinds: ['image'] },
  'a chat': { chats: [77 as ChatKey] },
  'the last day': { minutes: 1440 },
  'sent by API': { sentByApi: true },
  'stuck for an hour': { stuckLongerThanMs: 3_600_000 },
  'text "d"': { text: 'd' },
  'text "delivery"': { text: 'delivery' },
  'text "order12 доставка"': { text: 'order12 доставка' },
  "text of a chat's title": { text: 'customer 77' },
  'several at once': { statuses: ['sent', 'pending'], kinds: ['text'], minutes: 100_000, text: 'order' },
}

const table = startTable(['asked', 'p50 ms', 'p95 ms', 'p99 ms'])
const add = (name: string, taken: readonly number[]) =>
  table.add([name, ...[0.5, 0.95, 0.99].map((share) => figure(percentile(taken, share)))])

add(
  'first rows',
  await measure(times, () => store.read('outgoing.list', { filter: anything, sort: newest, offset: 0, limit: 60 })),
)
const summed: number[] = []
for (const [name, filter] of Object.entries(filters)) {
  const asked = { ...anything, ...filter }
  const taken: number[] = []
  for (let round = -2; round < times; round++) {
    const started = performance.now()
    const sums = store.search('outgoing.summary', { filter: asked, buckets: 48 })
    await store.read('outgoing.list', { filter: asked, sort: newest, offset: 0, limit: 60 })
    if (round >= 0) taken.push(performance.now() - started)
    await sums
    if (round >= 0) summed.push(performance.now() - started)
  }
  add(`filter: ${name}`, taken)
}
add('counts and chart of all these', summed)
for (const by of outgoingSorts) {
  add(
    `sorted by ${by}`,
    await measure(times, (round) =>
      store.read('outgoing.list', {
        filter: anything,
        sort: { by, direction: round % 2 === 0 ? 'asc' : 'desc' },
        offset: 0,
        limit: 60,
      }),
    ),
  )
}
add(
  'a page in the middle',
  await measure(times, () =>
    store.read('outgoing.list', { filter: anything, sort: newest, offset: Math.floor(messages / 20), limit: 60 }),
  ),
)
add(
  'place of a row',
  await measure(times, (round) =>
    store.read('outgoing.indexOf', {
      filter: { ...anything, statuses: [...statusKinds] },
      sort: newest,
      message: ((round + 1) * 1000) as MessageKey,
    }),
  ),
)
add(
  'timeline of a message',
  await measure(times, (round) => store.read('messages.details', { message: ((round + 1) * 1000) as MessageKey })),
)
await store.close()
