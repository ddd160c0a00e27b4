import { expect, onTestFinished, test } from 'vitest'
import { inspectionReads } from '../inspection/tx/inspection-intents.ts'
import { anything } from '../inspection/tx/outgoing-filter.ts'
import { createTestArchive, testNow, testSeconds } from '../testing/create-test-archive.ts'
import { chatAsCsv, chatAsHtml, chatAsJson } from './chat-export.ts'
import type { ExportsStore } from './exports-base.ts'
import type { ExportPiece } from '../hosting/export-files.ts'
import { outgoingAsCsv, outgoingAsJson } from './outgoing-export.ts'
import { exportReads } from './tx/read-exports.ts'

const anna = '79990001122@c.us'
type Read = (tx: unknown, input: unknown) => unknown

/** More than two pieces of each kind of file. */
const written = 700

test('a file of more than one piece has every message, once and in order', async () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx } = archive
  const texts = Array.from({ length: written }, (_, n) => `text ${n}.`)
  archive.give(
    anna,
    texts.map((textMessage, n) => ({
      ...{ type: 'outgoing', idMessage: `ID${String(n).padStart(6, '0')}`, typeMessage: 'textMessage', textMessage },
      timestamp: testSeconds + n,
    })),
  )
  const reads = { ...inspectionReads, ...exportReads } as unknown as Readonly<Record<string, Read>>
  const store = { search: async (name: string, input: unknown) => reads[name]?.(tx, input) } as unknown as ExportsStore
  const chat = archive.chat(anna)
  const ofChat = { chat, messages: null, head: exportReads['export.chatHead'](tx, { chat }), exportedAt: testNow }
  const ofOutgoing = { filter: anything, withStatuses: false }
  const files = {
    'chat, JSON': chatAsJson(store, ofChat),
    'chat, CSV': chatAsCsv(store, ofChat),
    'chat, page': chatAsHtml(store, ofChat),
    'outgoing, JSON': outgoingAsJson(store, ofOutgoing),
    'outgoing, CSV': outgoingAsCsv(store, ofOutgoing),
  }
  for (const [name, pieces] of Object.entries(files)) {
    const { text, rows } = await wholeOf(pieces)
    const found = [...text.matchAll(/text \d+\./g)].map(([one]) => one)
    // The table of outgoing messages has the newest first.
    expect([...new Set(found)], name).toEqual(name.startsWith('outgoing') ? texts.toReversed() : texts)
    expect(rows, name).toBeGreaterThanOrEqual(written)
  }
})

async function wholeOf(pieces: AsyncIterable<ExportPiece>): Promise<{ readonly text: string; readonly rows: number }> {
  let text = ''
  let rows = 0
  for await (const piece of pieces) {
    text += piece.text
    rows += piece.rows
  }
  return { text, rows }
}
