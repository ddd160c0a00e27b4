import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { launch, type LaunchOptions, type StandIn } from '../stand-in/driver.mjs'
import { projectRoot } from '../support/running-app.ts'
import { expect, test as base } from '../support/test.ts'
import { makeTempDir, removeTempDir } from '../support/temp-dir.ts'

export interface OpenShellOptions extends Partial<LaunchOptions> {
  /** Instances that are added at the start, as the Add instance dialog would. */
  readonly instances?: readonly Instance[]
}

export interface Shell {
  readonly dataDir: string
  /** Starts the built shell on this test's data directory; several may run at once. */
  open(options?: OpenShellOptions): Promise<{ readonly app: StandIn; readonly page: Page }>
  /** Starts it without waiting for a window, for what ends by itself. */
  launch(options?: OpenShellOptions): Promise<StandIn>
}

/** What a clean run never journals: what the stand-in does not know, and what went wrong. */
const unclean =
  /^(unsupported|unknown-api|warning|main-error|main-load-failed|unhandled-rejection|page-exception|preload-error|scheme-error|scheme-denied|would-download-dictionary)$/

export const test = base.extend<{ readonly shell: Shell }>({
  shell: async ({ emulator }, use) => {
    const dataDir = await makeTempDir()
    const started: StandIn[] = []
    const start = async ({ instances = [], args = [], ...options }: OpenShellOptions = {}): Promise<StandIn> => {
      const list = path.join(dataDir, 'add-instances.json')
      const inputs = instances.map((one) => ({
        name: one.name,
        apiUrl: emulator.url,
        idInstance: one.idInstance,
        token: one.token,
        storeToken: true,
      }))
      await writeFile(list, JSON.stringify(inputs))
      const app = await launch({
        mainEntry: path.join(projectRoot, 'out/main/index.js'),
        locale: 'en-GB',
        safeStorage: 'gnome_libsecret',
        ...options,
        args: [
          '--data-dir',
          path.join(dataDir, 'data'),
          ...(instances.length > 0 ? ['--add-instances', list] : []),
          ...args,
        ],
      })
      started.push(app)
      return app
    }
    await use({
      dataDir,
      launch: start,
      async open(options) {
        const app = await start(options)
        return { app, page: await app.firstPage() }
      },
    })
    await Promise.all(started.map((app) => app.kill()))
    await removeTempDir(dataDir)
    for (const app of started) expect(app.journal((entry) => unclean.test(entry.type))).toEqual([])
  },
})

export { expect }

/** A desktop that is known to show tray icons. */
export const withTray = { XDG_CURRENT_DESKTOP: 'KDE' } as const
