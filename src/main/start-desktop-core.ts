import { app, safeStorage, session } from 'electron'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallContext } from '../contract/index.ts'
import { createCore } from '../core/create-core.ts'
import { chooseProxy } from '../core/hosting/choose-proxy.ts'
import { hostPlatform } from '../core/hosting/host-options.ts'
import type { RestartableCore } from '../core/restartable-core.ts'
import { createRestartableCore } from '../core/restartable-core.ts'
import type { LogLevel } from '../core/base/ports.ts'
import { proxyFromRule } from './system/proxy-rule.ts'
import { readFileIfThere, replaceFile, setFileAside } from '../core/hosting/replace-file.ts'
import { openSafeStorageVault } from './system/safe-storage-vault.ts'
import { systemCertificates } from './system/system-certificates.ts'
import { updatesConfigured } from './system/updates.ts'
import { createUtilityChildren } from './system/utility-children.ts'

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
