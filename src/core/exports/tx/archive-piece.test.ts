import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { itemsOfRaw } from '../../messages/archive/tx/items-of-raw.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import type { Store } from '../../intents.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { exportReads } from './read-exports.ts'
import type { ArchivePlace } from './read-exports.ts'
import { archiveLines } from '../archive-export.ts'
import { importLine } from '../import-line.ts'
import { exportsWrites } from './exports-intents.ts'

const anna = '79990001122@c.us'
const start: ArchivePlace = { idMessage: '', key: 0 as MessageKey }

test('an archive is read in pieces that begin where the last one ended, each message and status once', () => {
  const sorted: string[] = []
  const archive = createTestArchive((db, sql) => {
    if (!sql.includes('raw_source as source') && !sql.includes("source = 'notification'")) return
    const plan = db.prepare(`explain query plan ${sql}`).all()
    if (plan.some(({ detail }) => String(detail).includes('TEMP B-TREE'))) sorted.push(sql)
  })
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance } = archive
  const records = Array.from({ length: 23 }, (_, n) => ({
    type: n % 2 === 0 ? 'outgoing' : 'incoming',
    idMessage: `ID${(n * 7) % 23}`,
    typeMessage: 'textMessage',
    textMessage: `text ${n}`,
  }))
  const keys = archive.give(anna, records)
  for (const key of keys)
    observe(tx, key, { source: 'notification', raw: 'delivered', serviceAt: testNow, seenAt: testNow })
  const other = archive.addInstance('1101000002')
  archive.give(anna, records, { instance: other })

  const found: string[] = []
  for (let after = start; ;) {
    const piece = exportReads['export.archivePiece'](tx, { instance, after, limit: 5 })
    found.push(...piece.map(({ idMessage }) => idMessage))
    const last = piece.at(-1)
    if (last === undefined) break
    after = last
  }
  expect(found.toSorted()).toEqual(records.map(({ idMessage }) => idMessage).toSorted())

  const reported: string[] = []
  for (let after: ArchivePlace | null = start; after !== null;) {
    const { statuses, last }: ReturnType<(typeof exportReads)['export.archiveStatuses']> = exportReads[
      'export.archiveStatuses'
    ](tx, { instance, after, limit: 5 })
    reported.push(...statuses.map(({ idMessage }) => idMessage))
    after = last
  }
  expect(reported.toSorted()).toEqual(
    records
      .filter(({ type }) => type === 'outgoing')
      .map(({ idMessage }) => idMessage)
      .toSorted(),
  )
  // A piece that sorts what is left reads the whole archive again for each 200 of its messages.
  expect(sorted).toEqual([])
})

test('a message whose newest record has the time of its last action alone keeps its place in an archive', async () => {
  const [from, to] = [createTestArchive(), createTestArchive()]
  onTestFinished(() => [from, to].forEach((archive) => archive[Symbol.dispose]()))
  const sent = { type: 'outgoing', idMessage: 'SENT00000001', typeMessage: 'textMessage', textMessage: 'On its way' }
  from.give(anna, [sent])
  // Read by the customer an hour later, which is what the journal says of it.
  const raw = JSON.stringify({ ...sent, chatId: anna, timestamp: testSeconds + 3600, statusMessage: 'read' })
  const record = { source: 'lastOutgoingMessages', chatId: anna, seenAt: testNow + 3_600_000, raw } as const
  const items = itemsOfRaw(JSON.parse(raw), record)
  ingest(from.tx, from.instance, items ?? [], { live: false, seenAt: record.seenAt })

  const search = async (name: keyof typeof exportReads, input: never) => exportReads[name](from.tx, input)
  const store = { search } as unknown as Store
  const lines: string[] = []
  const options = { instance: from.instance, exportedAt: testNow, version: '1' }
  for await (const { text } of archiveLines(store, options)) lines.push(...text.trim().split('\n'))
  const messages = lines.map((text) => JSON.parse(text)).filter(({ kind }) => kind === 'message')
  expect(messages).toMatchObject([{ source: 'lastOutgoingMessages' }])
  exportsWrites['import.lines'](to.tx, { instance: to.instance, lines: messages.map((one) => importLine.parse(one)) })
  const places = ({ tx }: typeof from) => tx.all('select at, at_source from message')
  expect(places(to)).toEqual([{ at: testNow, at_source: 'accepted' }])
  expect(places(to)).toEqual(places(from))
})
