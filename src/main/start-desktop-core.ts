import { app, safeStorage, session } from 'electron'
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
        // Packages have it beside the archive, where another program can read it.
        commandLine: app.isPackaged
          ? path.join(process.resourcesPath, 'cli/switchboardctl.mjs')
          : path.resolve(import.meta.dirname, '../cli/switchboardctl.mjs'),
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
