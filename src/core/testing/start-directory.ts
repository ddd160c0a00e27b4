import type { ContractEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { CallContext } from '../../contract/index.ts'
import { createInstanceRegistry } from '../accounts/instance-registry.ts'
import { createAskOptional } from '../directory/ask-optional.ts'
import { createDirectoryHandlers } from '../directory/directory-handlers.ts'
import { createDirectoryService } from '../directory/directory-service.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createDownloader } from '../media/downloader.ts'
import { createMediaHandlers } from '../media/media-handlers.ts'
import { createMediaService } from '../media/media-service.ts'
import { createReadingHandlers } from '../reading/reading-handlers.ts'
import { createSystemClock } from '../system-clock.ts'
import type { ManualClock } from './manual-clock.ts'
import { openTestStore } from './open-test-store.ts'
import { createSilentLogger } from './silent-logger.ts'
import { createTempDir } from './temp-dir.ts'

/** Tests ask more in a second than a service allows, on a clock that stands. */
const unlimited = { queue: Infinity, send: Infinity, lookup: Infinity, read: Infinity }

/** Reading, directory and media on a real store and a running instance, without the rest of core. */
export async function startDirectory(options: {
  readonly apiUrl: string
  readonly account: { readonly idInstance: string; readonly token: string }
  /** Steers the store's time and ages; the limiter's pauses then wait for it too. */
  readonly clock?: ManualClock
}) {
  const dir = createTempDir()
  const clock = options.clock ?? createSystemClock()
  const logger = createSilentLogger()
  const store = await openTestStore(dir.path, { clock })
  const http = createUndiciHttp()
  const ids = { uuid: () => crypto.randomUUID(), random: () => 0.5 }
  const instances = createInstanceRegistry({ clock, http, ids, logger, store, limitClasses: unlimited })
  const stop = new AbortController()
  const context: CallContext = { signal: new AbortController().signal }
  const events: ContractEvent[] = []
  const deps = { dataDir: dir.path, clock, http, ids, logger, store, instances, stopping: stop.signal }
  const emit = (event: ContractEvent) => void events.push(event)
  const askOptional = createAskOptional(deps)
  const media = createMediaService({ ...deps, emit, askOptional, downloader: createDownloader() })
  const directory = createDirectoryService({ ...deps, askOptional, media })
  const { idInstance, token } = options.account
  const added = await store.write('accounts.add', {
    apiUrl: options.apiUrl,
    idInstance,
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  })
  if (added.kind === 'exists') throw new Error('The instance exists already.')
  const instance: InstanceKey = added.instance.key
  const refresh = async () => instances.update(await store.read('accounts.list', undefined))
  await refresh()
  const handlers = {
    ...createReadingHandlers({
      store,
      instances,
      askOptional,
      isLoading: () => false,
      downloadOf: media.downloadOf,
    }),
    ...createDirectoryHandlers({ store, directory, attend: () => undefined }),
    ...createMediaHandlers({ store, media }),
  }
  instances.setToken(instance, token)
  return {
    dataDir: dir.path,
    store,
    instances,
    instance,
    media,
    directory,
    handlers,
    events,
    refresh,
    context,
    start() {
      instances.start()
      directory.start()
      media.start()
    },
    /** Fetches a chat's history into the archive. */
    async load(chatId: string): Promise<{ readonly chat: ChatKey; readonly messages: readonly MessageKey[] }> {
      const run = instances.get(instance)?.run()
      const history = await run?.api.call('getChatHistory', { chatId }, { priority: 'view' })
      if (history?.ok !== true) throw new Error('The history could not be read.')
      const { chats, messages } = await store.write('archive.ingest', {
        instance,
        source: 'getChatHistory',
        chatId,
        records: history.value.items.map(({ raw }) => raw),
        seenAt: clock.now(),
      })
      const [chat] = chats
      if (chat === undefined) throw new Error('The chat is empty.')
      return { chat, messages }
    },
    async stop() {
      stop.abort()
      instances.stop()
      await directory.stop()
      await media.stop()
      await store.close()
      await http.close()
      dir[Symbol.dispose]()
    },
  }
}
