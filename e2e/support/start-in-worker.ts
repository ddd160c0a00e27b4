import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { watchedEntries } from '../../src/core/testing/watched-entries.ts'
import type { createWebHost as CreateWebHost } from '../../src/web/web-host.ts'
import { newWindow, projectRoot, type RunningApp, type StartOptions } from './running-app.ts'
import { takenOutOfBrowser } from './taken-out.ts'

/**
 * The browser host in the process of the test, in a context of its own: no program begins and nothing is compiled anew,
 * which is half of what a start costs. The threads of its store are those of the test before, and refuse statements
 * that read a whole table. It can't be killed, has no output of its own, and its environment is that of the test.
 */
export async function startInWorker(
  browser: Browser,
  options: StartOptions,
  contextOptions: BrowserContextOptions,
): Promise<RunningApp> {
  const host = await createBuiltHost(options)
  const window = newWindow(browser, contextOptions)
  const { url } = await host.opened
  const page = await window
  await host.prepared
  await page.goto(url)
  return {
    ...takenOutOfBrowser(page),
    page,
    stderr: needsProcess,
    async stop() {
      await host.stop()
      await page.context().close()
    },
    kill: needsProcess,
  }
}

function needsProcess(): never {
  throw new Error('This test looks at the process of the host or kills it: give it the tag @process.')
}

/** The built browser host without a process of its own. */
async function createBuiltHost({ dataDir, addInstances, joinTeam, env = {} }: StartOptions) {
  const built = path.join(projectRoot, 'out')
  const { createWebHost } = (await import(pathToFileURL(path.join(built, 'main/web-host.js')).href)) as {
    readonly createWebHost: typeof CreateWebHost
  }
  return createWebHost({
    dataDir,
    built,
    port: 0,
    addInstances,
    joinTeam,
    beginEmpty: false,
    logLevel: undefined,
    passphrase: env['SWITCHBOARD_PASSPHRASE'],
    version: '0.0.0',
    entries: watchedEntries(),
  })
}
