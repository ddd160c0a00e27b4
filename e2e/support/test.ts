import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { createEmulator, type Emulator } from '../../src/emulator/create-emulator.ts'
import type { Instance, InstanceInit } from '../../src/emulator/world/instance.ts'
import { storeFileName } from '../../src/core/store/client/open-store.ts'
import { deriveCheapKey } from '../../src/core/testing/cheap-key.ts'
import { writeMigrated } from '../../src/core/testing/open-migrated.ts'
import { seal } from '../../src/core/vault/sealed-file.ts'
import { startInBrowser, startOnStandIn, type RunningApp } from './running-app.ts'
import type { TakenOut } from './taken-out.ts'
import { startInWorker } from './start-in-worker.ts'
import { startInElectron } from './start-in-electron.ts'
import { makeTempDir, removeTempDir } from './temp-dir.ts'

export interface AppOptions {
  /** Which host runs the product. */
  host: 'browser' | 'desktop' | 'electron'
  /** Whether the browser host makes its token file, with a key as dear as people get. */
  dearKey: boolean
}

interface OpenOptions {
  /** Instances that are there already, as if they had been added before. */
  readonly instances?: readonly Instance[]
  /** Their API URL, in place of the emulator's own. */
  readonly apiUrl?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

interface App extends TakenOut {
  /** Starts the product on this test's data directory. */
  open(options?: OpenOptions): Promise<Page>
  readonly page: Page
  readonly running: RunningApp
  readonly dataDir: string
  /** Ends it as a person would. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

export interface Fixtures {
  readonly emulator: Emulator
  readonly app: App
  /** An instance of the emulated service with made-up credentials. */
  readonly orderDesk: Instance
}

export interface WorkerFixtures {
  /** An empty token file of the browser host, with a key that costs little. */
  readonly cheapVault: string
}

/** The time zone of this process (playwright.config.ts), which a host that runs in it shares. */
const workerTimezone = 'Europe/Vilnius'

/** Opens the browser host's token file without asking (architecture 14). The desktop has the stand-in's key ring. */
export const passphrase = 'correct horse battery staple'

/** A service that is quick: what a test waits for is the program. */
const quick: Pick<InstanceInit, 'settings' | 'behaviour'> = {
  settings: { delaySendMessagesMilliseconds: 100 },
  behaviour: { autoStatus: { sent: 0, delivered: 100, read: 400 } },
}

export const orderDeskInit: InstanceInit = {
  ...quick,
  idInstance: '1101000001',
  token: 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345',
  name: 'Order desk',
  phone: '79990000001',
}

export const warehouseInit: InstanceInit = {
  ...quick,
  idInstance: '1101000002',
  token: 'aa11bb22cc33dd44ee55ff660718293a4b5c6d7e8f90a1b2c3',
  name: 'Warehouse',
  phone: '79990000002',
}

const colours = ['teal', 'ochre', 'violet', 'rose'] as const

export const test = base.extend<Fixtures & AppOptions, WorkerFixtures>({
  cheapVault: [({}, use) => sealCheaply().then(use), { scope: 'worker' }],
  host: ['browser', { option: true }],
  dearKey: [false, { option: true }],
  emulator: async ({}, use) => {
    const emulator = createEmulator()
    await emulator.start()
    await use(emulator)
    await emulator.stop()
  },
  orderDesk: async ({ emulator }, use) => {
    await use(emulator.addInstance(orderDeskInit))
  },
  app: async (
    { browser, cheapVault, dearKey, emulator, host, contextOptions, locale, colorScheme, viewport, timezoneId },
    use,
    testInfo,
  ) => {
    const dataDir = await makeTempDir()
    const data = path.join(dataDir, 'data')
    if (host === 'browser' && !dearKey) {
      await mkdir(data, { mode: 0o700 })
      await writeFile(path.join(data, 'vault.json'), cheapVault, { mode: 0o600 })
      // All steps of the schema cost a tenth of a second. Tests of the desktop let the product take them.
      writeMigrated(path.join(data, storeFileName))
    }
    let running: RunningApp | undefined
    const current = (): RunningApp => {
      if (running === undefined) throw new Error('The app is not open.')
      return running
    }
    /** Most run in the process of this worker, those that need one in a process of their own. */
    const ownProcess = dearKey || testInfo.tags.includes('@process') || timezoneId !== workerTimezone
    const app: App = {
      dataDir,
      async open({ instances = [], apiUrl = emulator.url, env = {} } = {}) {
        const addInstances = path.join(dataDir, 'add-instances.json')
        if (instances.length > 0)
          await writeFile(addInstances, JSON.stringify(instances.map((one, index) => inputOf(apiUrl, one, index))))
        const options = {
          dataDir: data,
          ...(instances.length > 0 ? { addInstances } : {}),
          env: { SWITCHBOARD_PASSPHRASE: passphrase, TZ: timezoneId ?? 'UTC', ...env },
        }
        running =
          host === 'browser'
            ? await (ownProcess || Object.keys(env).length > 0 ? startInBrowser : startInWorker)(browser, options, {
                ...contextOptions,
                locale: locale ?? 'en-GB',
                timezoneId: timezoneId ?? 'UTC',
                colorScheme: colorScheme ?? null,
                viewport: viewport ?? null,
              })
            : await startShell(host)(options, locale ?? 'en-GB')
        return running.page
      },
      get page() {
        return current().page
      },
      get running() {
        return current()
      },
      saving: (press) => current().saving(press),
      copying: (press) => current().copying(press),
      stop: () => current().stop(),
      kill: () => current().kill(),
    }
    await use(app)
    await running?.stop().catch(() => undefined)
    await removeTempDir(dataDir)
  },
})

/** How the desktop host is started. */
export const startShell = (host: 'desktop' | 'electron'): typeof startOnStandIn =>
  host === 'desktop' ? startOnStandIn : startInElectron

/**
 * A key as dear as the product's is nearly half of what a start of the browser host costs. A file says itself how its
 * key is made, so here it stands for one of an earlier run; specs with `dearKey` let the product make its own.
 */
const sealCheaply = async (): Promise<string> =>
  JSON.stringify(seal(JSON.stringify({ values: {} }), await deriveCheapKey(passphrase)))

/** What the Add instance dialog would send for an emulated instance. */
const inputOf = (apiUrl: string, instance: Instance, index: number) => ({
  name: instance.name,
  colour: colours[index % colours.length],
  apiUrl,
  idInstance: instance.idInstance,
  token: instance.token,
  family: instance.family.startsWith('v3') ? 'v3' : instance.family,
  mode: 'full',
  storeToken: true,
})

export { expect }
