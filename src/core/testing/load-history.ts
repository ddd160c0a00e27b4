import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { TestCore } from './start-test-core.ts'

/** Fetches the newest messages of a chat of the first instance into the archive, without the service that does so. */
export async function loadHistory(
  core: TestCore,
  chatId: string,
): Promise<{ readonly chat: ChatKey; readonly messages: readonly MessageKey[] }> {
  const instance = core.firstKey()
  const run = core.instances.get(instance)?.run()
  const history = await run?.api.call('getChatHistory', { chatId }, { priority: 'view' })
  if (history?.ok !== true) throw new Error('The history could not be read.')
  const { chats, messages } = await core.store.write('archive.ingest', {
    instance,
    source: 'getChatHistory',
    chatId,
    records: history.value.items.map(({ raw }) => raw),
    seenAt: Date.now(),
  })
  const [chat] = chats
  if (chat === undefined) throw new Error('The chat is empty.')
  return { chat, messages }
}
