import { onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { TestCoreOptions } from '../../core/testing/start-test-core.ts'
import type { Instance } from '../../emulator/world/instance.ts'
import { idInstance, startPrograms, type ProgramScene } from './program-scene.ts'

export interface SendingScene {
  readonly emulator: Emulator
  readonly account: Instance
  readonly scene: ProgramScene
  readonly token: string
}

/** Core with the place where programs connect, and an emulated service behind it. */
export async function startSendingPrograms(
  services: readonly ('receiving' | 'sending')[] = ['sending'],
  options: TestCoreOptions & { readonly mcp?: boolean } = {},
): Promise<SendingScene> {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const token = 'token-of-the-instance-3f9c81d07a'
  const account = emulator.addInstance({ idInstance, token })
  const scene = await startPrograms({
    services: ['programs', ...services],
    instances: [{ apiUrl, idInstance, token }],
    ...options,
  })
  return { emulator, account, scene, token }
}

/** The filter of Outgoing that leaves nothing out. */
export const everySend = {
  ...{ scope: null, statuses: [], kinds: [], chats: [], text: '', minutes: null, sentByApi: null },
  ...{ quickReplies: [], olderThanMs: null, stuckLongerThanMs: null },
  lookBackBy: 'sent' as const,
}
