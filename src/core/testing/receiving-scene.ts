import { onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from './borrowed-clock.ts'
import { receivingAlone, startTestCore } from './start-test-core.ts'
import type { TestCore, TestCoreOptions, TestInstance } from './start-test-core.ts'
import { createTempDir } from './temp-dir.ts'

export interface ReceivingScene {
  readonly dataDir: string
  start(options?: TestCoreOptions): Promise<TestCore>
}

/** A data directory for one account; what is started on it ends with the test. */
export function createReceivingScene(account: TestInstance): ReceivingScene {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return {
    dataDir: dir.path,
    async start(options) {
      const core = await startTestCore({ ...receivingAlone, dataDir: dir.path, instances: [account], ...options })
      onTestFinished(() => core.stop())
      return core
    },
  }
}

/** One WhatsApp account of an emulated service whose clock the test moves, and core that only receives from it. */
export async function startReceivingAccount(token: string) {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token, family: 'whatsapp' } as const
  const instance = emulator.addInstance(account)
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  return { emulator, instance, core, received }
}

/** The newest 600 rows of a chat; none where there is no such chat. @param index of the instance */
export async function rowsOf(core: TestCore, chatId: string, index = 0) {
  const key = core.keys[index]
  if (key === undefined) return []
  const found = await core.store.read('chats.find', { instance: key, chatId })
  if (found === null) return []
  const anchor = { kind: 'newest' } as const
  return (await core.store.read('messages.window', { chat: found.chat, anchor, before: 600, after: 0 })).rows
}

export const textsOf = async (core: TestCore, chatId: string) =>
  (await rowsOf(core, chatId)).map(({ content }) => ('text' in content ? content.text : content.kind))
