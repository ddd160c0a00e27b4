import { describe, expect, it } from 'vitest'
import { readNotificationBody } from '../../../api/schema/notification.ts'
import type { ArchiveItem } from '../../messages/archive/rules/record.ts'
import { fromNotification } from '../../messages/archive/rules/from-notification.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { openReading, type TestReading } from '../testing/open-reading.ts'
import { messageReads } from './messages.ts'
import { testNow } from '../../testing/create-test-archive.ts'

describe('the earlier texts of a message', () => {
  const receive = (archive: TestReading, typeWebhook: string, idMessage: string, at: number, data: object) => {
    const { tx, instance } = archive
    const read = readNotificationBody({
      typeWebhook,
      timestamp: at / 1000,
      idMessage,
      senderData: { chatId: '200', sender: '200', senderName: 'Anna' },
      messageData: JSON.parse(JSON.stringify(data)),
    })
    if (read.kind !== 'message') throw new Error(`It is ${read.kind}.`)
    const items = fromNotification(read.body, { origin: read.origin, seenAt: at + 300, raw: '{}' })
    ingest(tx, instance, items, { live: true, seenAt: at + 300 })
  }
  const written = (textMessage: string) => ({ typeMessage: 'textMessage', textMessageData: { textMessage } })
  const edited = (textMessage: string) => ({
    typeMessage: 'editedMessage',
    editedMessageData: { textMessage, stanzaId: 'first' },
  })

  it('begin with the one that was written first, each with its time and where it was learned', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const archive = openReading()
      const steps = [
        () => receive(archive, 'incomingMessageReceived', 'first', testNow, written('At four')),
        () => receive(archive, 'incomingMessageReceived', 'e1', testNow + 60_000, edited('At five')),
        () => receive(archive, 'incomingMessageReceived', 'e2', testNow + 90_000, edited('At four')),
      ]
      for (const index of order) steps[index]?.()
      const row = archive.window('200').rows[0]
      expect(row).toMatchObject({ edited: true, content: { text: 'At four' } })
      expect(
        messageReads['messages.details'](archive.tx, { message: row?.key ?? (0 as never) }).previousVersions,
      ).toEqual([
        { text: 'At four', at: testNow, source: 'notification' },
        { text: 'At five', at: testNow + 60_000, source: 'notification' },
      ])
    }
  })

  it('hold the text of an edit that failed later, and the message says what it said before, whatever came first', () => {
    const permutations = (of: readonly number[]): readonly (readonly number[])[] =>
      of.length < 2
        ? [of]
        : of.flatMap((one) => permutations(of.filter((other) => other !== one)).map((rest) => [one, ...rest]))
    for (const order of permutations([0, 1, 2, 3])) {
      const archive = openReading()
      const { tx, instance } = archive
      const item = (one: ArchiveItem) => ingest(tx, instance, [one], { live: false, seenAt: testNow })
      const edit = (text: string, answeredId: string, at: number) =>
        item({
          kind: 'edit',
          chatId: '200',
          targetId: 'first',
          text,
          at,
          tie: `${answeredId}:${at}`,
          source: 'app',
          answeredId,
        })
      const steps = [
        () => receive(archive, 'outgoingAPIMessageReceived', 'first', testNow, written('At four')),
        () => edit('At five', 'e1', testNow + 60_000),
        () => edit('At six', 'e2', testNow + 90_000),
        () => item({ kind: 'status', chatId: '200', idMessage: 'e2', raw: 'failed', text: 'Too old', serviceAt: null }),
      ]
      for (const index of order) steps[index]?.()
      const row = archive.window('200').rows[0]
      expect(row, order.join()).toMatchObject({ edited: true, editFailed: 'Too old', content: { text: 'At five' } })
      const message = row?.key ?? (0 as never)
      const texts = () => messageReads['messages.details'](tx, { message }).previousVersions
      expect(texts()).toEqual([
        { text: 'At four', at: testNow, source: 'notification' },
        { text: 'At six', at: testNow + 90_000, source: 'app', failed: 'Too old' },
      ])
      // The one before it fails as well: nothing is left of either.
      item({ kind: 'status', chatId: '200', idMessage: 'e1', raw: 'failed', text: null, serviceAt: null })
      expect(archive.window('200').rows[0]).toMatchObject({ edited: false, content: { text: 'At four' } })
      expect(texts().map(({ text, failed }) => [text, failed])).toEqual([
        ['At five', ''],
        ['At six', 'Too old'],
      ])
      // A later one that is made counts again, and what was said before stands in the order of its times.
      edit('At seven', 'e3', testNow + 120_000)
      expect(texts().map(({ text }) => text)).toEqual(['At four', 'At five', 'At six'])
      expect(archive.window('200').rows[0]).toMatchObject({ editFailed: null, content: { text: 'At seven' } })
    }
  })

  it('are kept where only the history shows that the text has changed', () => {
    const archive = openReading()
    const { tx, give, window, setNow, text } = archive
    const details = () =>
      messageReads['messages.details'](tx, { message: window('200').rows[0]?.key ?? (0 as never) }).previousVersions
    give('200', [text('At four', { idMessage: 'first' })])
    expect(details()).toEqual([])
    setNow(testNow + 60_000)
    give('200', [text('At five', { idMessage: 'first', isEdited: true, editedMessageId: 'e1' })])
    give('200', [text('At five ', { idMessage: 'first', isEdited: true, editedMessageId: 'e1' })])
    expect(details()).toEqual([{ text: 'At four', at: testNow, source: 'getChatHistory' }])
  })
})
