import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { observe } from '../../statuses/tx/observe.ts'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { exportReads } from './exports-intents.ts'
import type { ArchivePlace } from './exports-intents.ts'

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

  const told: string[] = []
  for (let after: ArchivePlace | null = start; after !== null;) {
    const { statuses, last }: ReturnType<(typeof exportReads)['export.archiveStatuses']> = exportReads[
      'export.archiveStatuses'
    ](tx, { instance, after, limit: 5 })
    told.push(...statuses.map(({ idMessage }) => idMessage))
    after = last
  }
  expect(told.toSorted()).toEqual(
    records
      .filter(({ type }) => type === 'outgoing')
      .map(({ idMessage }) => idMessage)
      .toSorted(),
  )
  // A piece that sorts what is left reads the whole archive again for each 200 of its messages.
  expect(sorted).toEqual([])
})
