import path from 'node:path'
import { isContractError } from '../contract/errors.ts'
import type { AppSettings } from '../contract/settings.ts'
import type { Core } from '../core/create-core.ts'
import { createCore } from '../core/create-core.ts'
import { CoreStartError } from '../core/hosting/core-start-error.ts'
import { chooseProxy, proxyFromEnvironment } from '../core/hosting/choose-proxy.ts'
import { hostPlatform } from '../core/hosting/host-options.ts'
import type { CoreLife } from '../core/restartable-core.ts'
import type { CoreEntries, LogLevel, Vault } from '../core/base/ports.ts'
import { makeDirectory } from '../core/base/make-directory.ts'
import { storeEntries } from '../core/workers/store-entries.ts'

export interface WebCoreOptions {
  readonly dataDir: string
  readonly logLevel: LogLevel | undefined
  /** Called for an archive that can't be read at all. */
  readonly beginEmpty: boolean
  /** Opens the token file without asking, and makes it when there is none. */
  readonly passphrase: string | undefined
  readonly version: string
  /** Default: those of the build. */
  readonly entries?: CoreEntries
  /** What the person set, read when a connection is made. */
  readonly proxy: () => Promise<AppSettings['proxy']>
  /** Aborts the start; also reports when the data directory is locked. */
  readonly life: CoreLife
}

/** Starts core with the browser host's ports. Rejects with CoreStartError, or with a sentence about the passphrase. */
export async function startWebCore(options: WebCoreOptions): Promise<Core> {
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
