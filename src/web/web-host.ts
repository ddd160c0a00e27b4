import path from 'node:path'
import { setImmediate as nextMacrotask } from 'node:timers/promises'
import type { HostOptions } from '../core/hosting/host-options.ts'
import type { RestartableCore } from '../core/restartable-core.ts'
import { createRestartableCore } from '../core/restartable-core.ts'
import { createWindowOrigin } from '../core/hosting/window-origin.ts'
import { createAccess } from './access.ts'
import { openBrowser } from './open-browser.ts'
import { startWebCore } from './start-web-core.ts'
import type { WebCoreOptions } from './start-web-core.ts'
import type { WebServer } from './web-server.ts'
import { startWebServer } from './web-server.ts'
import type { WebSession } from './web-session.ts'

/** The build's file with this module; it names the chunks of the host. */
export const webHostProgram = import.meta.filename

export interface WebHostOptions
  extends
    Pick<HostOptions, 'port' | 'addInstances' | 'joinTeam'>,
    Pick<WebCoreOptions, 'dataDir' | 'logLevel' | 'beginEmpty' | 'passphrase' | 'version' | 'entries'> {
  /** Absolute folder of the build. */
  readonly built: string
}

export interface WebHost {
  /**
   * Resolves when a window can be shown: the data directory is locked and the server listens. If it rejects, nothing
   * stays open.
   */
  readonly opened: Promise<{
    /** Good for this run. */
    readonly url: string
    /** An address that other users of this machine may see in the list of processes: good once. */
    createSingleUseUrl(): string
  }>
  /** Resolves when core is up and has what the options name. Rejects with a sentence. */
  readonly prepared: Promise<void>
  /** Resolves when everything is on the disk and released; works also during the start. */
  stop(): Promise<void>
}

/**
 * The browser host without the process round it: core, the server of its window, and what answers that window. A
 * process may run several, each on a data directory of its own.
 */
export function createWebHost(options: WebHostOptions): WebHost {
  const { built, port } = options
  const access = createAccess()
  const loaded = Promise.withResolvers<WebSession>()
  loaded.promise.catch(() => undefined)
  const listening = startWebServer({
    port,
    access,
    origin: createWindowOrigin({
      rendererDir: path.join(built, 'renderer'),
      openMedia: (ref) => core.openMedia(ref),
      openFile: (id) => core.openFile(id),
      takeSlice: (token, offset, body) => core.takeSlice(token, offset, body),
    }),
    session: loaded.promise,
    onError: (error) => core.warn('a request was not answered', error),
  })
  const proxy = async () => (await core.handlers['settings.get']({}, { signal: new AbortController().signal })).proxy
  const core: RestartableCore = createRestartableCore((life) => startWebCore({ ...options, proxy, life }))
  let server: WebServer | undefined
  let session: WebSession | undefined

  const open = async (): Promise<WebServer> => {
    server = await listening.catch(async (error: unknown) => {
      await core.stop()
      throw error
    })
    await core.held
    return server
  }
  /** The handlers are the larger part of the program; they load while a browser loads the page. */
  const prepare = async (): Promise<void> => {
    await nextMacrotask()
    const { createWebSession } = await import('./web-session.ts')
    session = createWebSession({ core, dataDir: options.dataDir, built, open: openBrowser })
    loaded.resolve(session)
    await core.ready
    await session.begin(options)
  }
  const held = open()
  const prepared = held.then(prepare)
  // Whoever awaits these promises handles their rejections.
  prepared.catch(() => undefined)
  return {
    opened: held.then(({ url }) => ({
      url: url(access.key),
      createSingleUseUrl: () => url(access.createSingleUseKey()),
    })),
    prepared,
    async stop() {
      session?.stop()
      await server?.close()
      await core.stop()
    },
  }
}
