import path from 'node:path'
import { setImmediate as nextMacrotask } from 'node:timers/promises'
import { hostPlatform, type HostOptions } from '../core/hosting/host-options.ts'
import { createRestartableCore, type RestartableCore, type CoreLife } from '../core/restartable-core.ts'
import { createWindowLock } from '../core/hosting/window-lock.ts'
import { createWindowOrigin } from '../core/hosting/window-origin.ts'
import { createAccess, createSession, type Access } from './access.ts'
import { openBrowser } from './open-browser.ts'
import { readStoredSession, storeSession } from './stored-session.ts'
import { startWebServer, type WebServer } from './web-server.ts'
import type { WebSession } from './web-session.ts'
import { isContractError } from '../contract/errors.ts'
import type { AppSettings } from '../contract/settings.ts'
import { createCore, type Core } from '../core/create-core.ts'
import { CoreStartError } from '../core/hosting/core-start-error.ts'
import { chooseProxy, proxyFromEnvironment } from '../core/hosting/choose-proxy.ts'
import type { CoreEntries, LogLevel, Vault } from '../core/base/ports.ts'
import { createSystemClock } from '../core/base/system-clock.ts'
import { makeDirectory } from '../core/base/make-directory.ts'
import { storeEntries } from '../core/workers/store-entries.ts'

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

interface Listening {
  readonly server: WebServer
  readonly access: Access
  /** Stores port and session for the next start, once the data directory is this process's. */
  store(): Promise<void>
}

/**
 * The browser host without the process round it: core, the server of its window, and what answers that window. A
 * process may run several, each on a data directory of its own.
 */
export function createWebHost(options: WebHostOptions): WebHost {
  const { built, dataDir } = options
  const readSettings = () => core.handlers['settings.get']({}, { signal: new AbortController().signal })
  const lock = createWindowLock({
    dataDir,
    clock: createSystemClock(),
    host: 'browser',
    settings: readSettings,
    warn: (message, error) => core.warn(message, error),
  })
  const loaded = Promise.withResolvers<WebSession>()
  loaded.promise.catch(() => undefined)
  const serve = (port: number, access: Access): Promise<WebServer> =>
    startWebServer({
      port,
      access,
      origin: createWindowOrigin({
        rendererDir: path.join(built, 'renderer'),
        ...lock.guardFiles({ openMedia: (ref) => core.openMedia(ref), openFile: (id) => core.openFile(id) }),
        takeSlice: (token, offset, body) => core.takeSlice(token, offset, body),
      }),
      session: loaded.promise,
      onError: (error) => core.warn('a request was not answered', error),
    })
  /** On the port of the last start if it is free, with the session that its browsers have. */
  const listen = async (): Promise<Listening> => {
    const now = Date.now()
    const stored = await readStoredSession(dataDir, now)
    if (stored !== undefined) {
      const access = createAccess(stored)
      const port = options.port === 0 ? stored.port : options.port
      try {
        const server = await serve(port, access)
        return { server, access, store: () => storeSession(dataDir, { ...stored, port }) }
      } catch (error) {
        if (options.port !== 0) throw error
        // The program that listens there may have got the cookie from an open tab: a new session makes it worthless.
      }
    }
    const session = createSession()
    const access = createAccess(session)
    const server = await serve(options.port, access)
    return { server, access, store: () => storeSession(dataDir, { ...session, port: server.port, since: now }) }
  }
  const listening = listen()
  const proxy = async () => (await readSettings()).proxy
  const core: RestartableCore = createRestartableCore((life) => startWebCore({ ...options, proxy, life }))
  let server: WebServer | undefined
  let session: WebSession | undefined

  const open = async (): Promise<Listening> => {
    const opened = await listening.catch(async (error: unknown) => {
      await core.stop()
      throw error
    })
    server = opened.server
    await core.held
    // Without the file the next start takes another port, and nothing else is lost.
    await opened
      .store()
      .catch((error: unknown) => core.warn('the port and the session of the browser were not stored', error))
    return opened
  }
  /** The handlers are the larger part of the program; they load while a browser loads the page. */
  const prepare = async (): Promise<void> => {
    await nextMacrotask()
    const { createWebSession } = await import('./web-session.ts')
    session = createWebSession({ core, lock, dataDir, built, open: openBrowser })
    loaded.resolve(session)
    await core.ready
    await session.begin(options)
  }
  const held = open()
  const prepared = held.then(prepare)
  // The callers who await these promises handle their rejections.
  prepared.catch(() => undefined)
  return {
    opened: held.then(({ server: { url }, access }) => ({
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

interface WebCoreOptions {
  readonly dataDir: string
  readonly logLevel: LogLevel | undefined
  /** Called for an archive that can't be read at all. */
  readonly beginEmpty: boolean
  /** Opens the token file without asking, and makes it when there is none. */
  readonly passphrase: string | undefined
  readonly version: string
  /** Default: those of the build. */
  readonly entries?: CoreEntries
  /** The person's setting, read when a connection is made. */
  readonly proxy: () => Promise<AppSettings['proxy']>
  /** Aborts the start; also reports when the data directory is locked. */
  readonly life: CoreLife
}

/** Starts core with the browser host's ports. Rejects with CoreStartError, or with a sentence about the passphrase. */
async function startWebCore(options: WebCoreOptions): Promise<Core> {
  const { dataDir, logLevel, beginEmpty, passphrase, version, entries = storeEntries(), proxy, life } = options
  const vault = await openVault(dataDir, passphrase)
  return createCore({
    dataDir,
    logLevel,
    vault,
    mayBeginEmpty: () => Promise.resolve(beginEmpty),
    ...life,
    entries,
    // Without a team nothing of it is loaded.
    openTeam: async (team) => (await import('../team/open-team.ts')).openTeam(team),
    // While no program may connect, nothing of it is loaded.
    openLocalApi: async (given) => (await import('../local-api/open-local-api.ts')).openLocalApi(given),
    network: { resolveProxy: async (origin) => chooseProxy(await proxy(), origin, environmentProxy) },
    host: {
      version,
      host: 'browser',
      platform: hostPlatform(process.platform),
      unsandboxed: false,
      commandLine: path.resolve(import.meta.dirname, '../../out/cli/switchboardctl.mjs'),
      features: {
        tray: false,
        startAtLogin: false,
        spellCheck: false,
        showInFolder: false,
        saveDialog: false,
        badge: false,
        updates: false,
      },
    },
  })
}

const environmentProxy = async (origin: string): Promise<string | null> => proxyFromEnvironment(origin, process.env)

/** In memory, unless a passphrase was given now or a file from an earlier run waits for one. */
async function openVault(dataDir: string, passphrase: string | undefined): Promise<Vault> {
  const file = path.join(dataDir, 'vault.json')
  try {
    makeDirectory(dataDir)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  const { openPassphraseVault } = await import('../core/vault/passphrase-vault.ts')
  const vault = await openPassphraseVault(file, { optional: passphrase === undefined })
  if (passphrase === undefined) return vault
  try {
    await vault.unlock(passphrase)
  } catch (error) {
    if (!isContractError(error)) throw notWritable(dataDir, error)
    throw new Error(
      error.code === 'passphraseWrong'
        ? `SWITCHBOARD_PASSPHRASE does not open the token file ${file}. Nothing was changed.`
        : `The token file ${file} can't be read. Nothing was changed.`,
      { cause: error },
    )
  }
  return vault
}

function notWritable(dataDir: string, error: unknown): CoreStartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EACCES'
  return new CoreStartError({ kind: 'notWritable', dataDir, code }, { cause: error })
}
