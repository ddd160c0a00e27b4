import { join } from 'node:path'
import { messageRecord, type MessageRecord } from '../../api/schema/message.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import { accountWrites } from '../accounts/tx/accounts-intents.ts'
import { chatOf } from '../messages/archive/tx/chat-of.ts'
import { fromHistory } from '../messages/archive/rules/from-history.ts'
import { ingest } from '../messages/archive/tx/ingest.ts'
import { createTxSession, type StoreChange, type StatementWatch, type Tx } from '../store/tx.ts'
import { openMigrated } from './open-migrated.ts'
import { refuseScans } from './query-plan.ts'
import { createTempDir } from './temp-dir.ts'

/** A real store file and its intents, in the test's own thread: for what intents decide, without workers. */
export interface TestArchive extends Disposable {
  readonly tx: Tx
  /** The first instance; added one hour before `now`. */
  readonly instance: InstanceKey
  addInstance(idInstance: string): InstanceKey
  /** Moves `tx.now`. Epoch ms. */
  setNow(now: number): void
  chat(chatId: string, instance?: InstanceKey): ChatKey
  /** Puts records of getChatHistory into the archive, `live` ones as if they had just come. */
  give(chatId: string, records: readonly Partial<MessageRecord>[], options?: GiveOptions): readonly MessageKey[]
  takeChanges(): readonly StoreChange[]
}

interface GiveOptions {
  readonly instance?: InstanceKey
  readonly live?: boolean
}

/** 2026-11-20 12:00 UTC. */
export const testNow = Date.UTC(2026, 10, 20, 12)
/** The same in the service's seconds. */
export const testSeconds = testNow / 1000

/** @param watch is told each statement that the code under test prepares */
export function createTestArchive(watch: StatementWatch = refuseScans): TestArchive {
  const dir = createTempDir()
  const db = openMigrated(join(dir.path, 'test.db'))
  const session = createTxSession(db, watch)
  const { tx } = session
  const addInstance = (idInstance: string): InstanceKey => {
    const added = accountWrites['accounts.add'](tx, {
      apiUrl: 'https://api.example',
      idInstance,
      family: 'v3',
      prefix: '/v3',
      name: `Account ${idInstance}`,
      colour: 'teal',
      mode: 'full',
    })
    if (added.kind === 'exists') throw new Error(`Instance ${idInstance} exists already.`)
    return added.instance.key
  }
  session.begin(testNow - 3_600_000)
  const instance = addInstance('1101000001')
  session.begin(testNow)
  let made = 0
  return {
    tx,
    instance,
    addInstance,
    setNow: (now) => session.begin(now),
    chat: (chatId, of = instance) => chatOf(tx, of, chatId),
    give(chatId, records, { instance: of = instance, live = true } = {}) {
      // Messages that tests date ahead of their clock are received when they were written.
      const newest = Math.max(0, ...records.map(({ timestamp = 0 }) => timestamp * 1000))
      const seenAt = newest > tx.now + 60_000 ? newest - 60_000 : tx.now
      const items = records.flatMap((record) => {
        made += 1
        const full = { idMessage: `${1_000_000_000_000 + made}`, timestamp: testSeconds, type: 'incoming', ...record }
        const context = { source: 'getChatHistory' as const, chatId, seenAt, raw: JSON.stringify(full) }
        return fromHistory(messageRecord.parse(full), context)
      })
      return ingest(tx, of, items, { live, seenAt }).messages
    },
    takeChanges: () => session.takeChanges(),
    [Symbol.dispose]() {
      db.close()
      dir[Symbol.dispose]()
    },
  }
}
