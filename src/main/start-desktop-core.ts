import { app, safeStorage, session, utilityProcess } from 'electron'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import type { CallContext } from '../contract/index.ts'
import { createCore } from '../core/create-core.ts'
import { chooseProxy } from '../core/hosting/choose-proxy.ts'
import { hostPlatform } from '../core/hosting/host-options.ts'
import { createRestartableCore, type RestartableCore } from '../core/restartable-core.ts'
import type { LogLevel, ChildRunner } from '../core/base/ports.ts'
import { proxyFromRule } from './system/proxy-rule.ts'
import { readFileIfThere, replaceFile, setFileAside } from '../core/base/replace-file.ts'
import { openSafeStorageVault } from './system/safe-storage-vault.ts'
import { updatesConfigured } from './system/updates.ts'
import { Worker } from 'node:worker_threads'

export interface DesktopCoreOptions {
  readonly dataDir: string
  readonly logLevel: LogLevel | undefined
  readonly hasTray: boolean
  /** Asks the person if a damaged archive can't be read at all. */
  readonly mayBeginEmpty: () => Promise<boolean>
}

/**
 * The path of the command line, which people paste into other programs. A package's own files may lie in a mount that
 * has another name at each start and is gone when the program quits (AppImage, macOS app translocation), so each start
 * copies it into the data directory.
 */
async function commandLineOf(dataDir: string): Promise<string> {
  if (!app.isPackaged) return path.resolve(import.meta.dirname, '../cli/switchboardctl.mjs')
  const packed = path.join(process.resourcesPath, 'cli/switchboardctl.mjs')
  const copy = path.join(dataDir, 'cli/switchboardctl.mjs')
  try {
    const text = await readFile(packed, 'utf8')
    if ((await readFileIfThere(copy)) !== text) await replaceFile(copy, text)
    return copy
  } catch {
    // A package without it, or a directory that can't be written: core says so.
    return packed
  }
}

/**
 * Starts core with the desktop's ports: key store, proxy and certificates of the system. Its workers are files beside
 * the bundle.
 */
export function startDesktopCore({ dataDir, logLevel, hasTray, mayBeginEmpty }: DesktopCoreOptions): RestartableCore {
  const bundled = (name: string): URL => pathToFileURL(path.join(app.getAppPath(), 'out/main', name))
  const context: CallContext = { signal: new AbortController().signal }
  const certificates = systemCertificates(bundled('certificates-worker.js'), (error) =>
    core.warn("the system's certificates are not known", error),
  )
  const core: RestartableCore = createRestartableCore(async (life) =>
    createCore({
      dataDir,
      logLevel,
      mayBeginEmpty,
      ...life,
      vault: await openVault(path.join(dataDir, 'desktop-vault.json')),
      entries: {
        storeWorker: bundled('store-worker.js'),
        readerWorker: bundled('reader-worker.js'),
        storeMaintenance: bundled('store-maintenance.js'),
        backupWorker: bundled('backup-worker.js'),
      },
      children: createUtilityChildren(),
      // Without a team nothing of it is loaded.
      openTeam: async (team) => (await import('../team/open-team.ts')).openTeam(team),
      // While no program may connect, nothing of it is loaded.
      openLocalApi: async (given) => (await import('../local-api/open-local-api.ts')).openLocalApi(given),
      network: {
        resolveProxy: async (origin) =>
          chooseProxy((await core.handlers['settings.get']({}, context)).proxy, origin, systemProxy),
        certificates,
      },
      host: {
        version: app.getVersion(),
        host: 'desktop',
        platform: hostPlatform(process.platform),
        unsandboxed: app.commandLine.hasSwitch('no-sandbox'),
        commandLine: await commandLineOf(dataDir),
        features: {
          tray: hasTray,
          startAtLogin: true,
          spellCheck: true,
          showInFolder: true,
          saveDialog: true,
          badge: true,
          updates: updatesConfigured(),
        },
      },
    }),
  )
  return core
}

const systemProxy = async (origin: string): Promise<string | null> =>
  proxyFromRule(await session.defaultSession.resolveProxy(origin))

const openVault = (file: string) =>
  openSafeStorageVault({
    safeStorage,
    file: {
      read: () => readFileIfThere(file),
      write: (text) => replaceFile(file, text),
      setAside: () => setFileAside(file),
    },
    platform: process.platform,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })

/** Timeout of the system's store, ms: receiving waits for it. */
const timeoutMs = 60_000

/**
 * The certificates of the system's store and Node's own, in PEM form. A worker asks, because macOS may take from five
 * to forty seconds (nodejs/node#63313) and every window would stand meanwhile. Empty, after `onFailed`, where nothing
 * came; then Node's own count alone. Never rejects.
 */
function systemCertificates(entry: URL, onFailed: (error: unknown) => void): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const worker = new Worker(entry)
    const settle = (certificates: readonly string[]): void => {
      clearTimeout(timer)
      resolve(certificates)
      void worker.terminate()
    }
    const fail = (error: unknown): void => {
      onFailed(error)
      settle([])
    }
    const timer = setTimeout(() => fail(new Error('the system did not name its certificates in time')), timeoutMs)
    timer.unref()
    worker.unref()
    worker.once('message', (certificates: readonly string[]) => settle(certificates))
    worker.once('error', fail)
    worker.once('exit', () => settle([]))
  })
}

/**
 * Maintenance processes on the desktop: Electron's own kind, because the fuse that runs it as plain Node is off. Such a
 * process does not end when it has nothing left to do (electron#47228), so it is killed as soon as it has answered.
 */
function createUtilityChildren(): ChildRunner {
  return {
    run: (entry, args, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const child = utilityProcess.fork(fileURLToPath(entry), [...args], { stdio: ['ignore', 'ignore', 'inherit'] })
        const stop = (): void => {
          child.kill()
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', stop, { once: true })
        // An error of the process also ends it, and its end is awaited.
        child.on('error', () => undefined)
        // A process that had not started could not be killed.
        child.once('spawn', () => signal?.aborted && child.kill())
        child.once('message', (answer: unknown) => {
          if (typeof answer === 'string') resolve(answer)
          else reject(new Error('a maintenance process answered something else'))
          child.kill()
        })
        child.once('exit', (code) => {
          signal?.removeEventListener('abort', stop)
          reject(new Error(`a maintenance process ended with code ${code} and without an answer`))
        })
      }),
  }
}
