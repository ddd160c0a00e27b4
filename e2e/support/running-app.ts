import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { launch, type StandIn } from '../stand-in/driver.mjs'
import { takenOutOfBrowser, takenOutOfStandIn, type TakenOut } from './taken-out.ts'

export const projectRoot = path.resolve(import.meta.dirname, '../..')

/** The product, started as a person would start it. */
export interface RunningApp extends TakenOut {
  readonly page: Page
  /** What it wrote to its error output so far. */
  readonly stderr: () => string
  /** Asks it to end and waits. */
  stop(): Promise<void>
  /** SIGKILL: nothing is said good-bye to. */
  kill(): Promise<void>
}

export interface StartOptions {
  readonly dataDir: string
  /** A JSON file with instances to add. */
  readonly addInstances?: string
  /** A JSON file that names a team to join. */
  readonly joinTeam?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface WebHostProcess {
  readonly url: string
  readonly child: ChildProcess
  readonly stderr: () => string
}

/**
 * Starts the built browser host; resolves with the address it prints. Rejects with its sentence when it ends instead.
 */
export async function startWebHost({ dataDir, addInstances, env = {} }: StartOptions, more: readonly string[] = []) {
  const args = ['out/main/web.js', '--data-dir', dataDir, '--no-open', ...more]
  if (addInstances !== undefined) args.push('--add-instances', addInstances)
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve((JSON.parse(line) as { readonly url: string }).url)
    })
    child.once('exit', (code) => reject(new HostEnded(code, errors)))
  })
  return { url, child, stderr: () => errors } satisfies WebHostProcess
}

/**
 * The worker that writes the archive ends while this file is there, as often as it is started. For the browser host.
 */
export const endStoreWorkerAt = (sign: string, nodeOptions = '--disable-warning=ExperimentalWarning') => ({
  END_STORE_WORKER: sign,
  NODE_OPTIONS: `${nodeOptions} --import=${path.join(import.meta.dirname, 'end-store-worker.mjs')}`,
})

/** The host said why and ended. */
export class HostEnded extends Error {
  override readonly name = 'HostEnded'
  readonly code: number | null
  readonly sentence: string

  constructor(code: number | null, sentence: string) {
    super(`The host ended with code ${code}: ${sentence}`)
    this.code = code
    this.sentence = sentence
  }
}

export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** The browser host in a context of its own. */
export async function startInBrowser(
  browser: Browser,
  options: StartOptions,
  contextOptions: BrowserContextOptions,
): Promise<RunningApp & { readonly context: BrowserContext; readonly url: string }> {
  // The window is made while the host starts: each takes about as long as the other.
  const [host, page] = await Promise.all([startWebHost(options), newWindow(browser, contextOptions)])
  const context = page.context()
  await page.goto(host.url)
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await endProcess(host.child, signal)
    await context.close()
  }
  return {
    ...takenOutOfBrowser(page),
    page,
    context,
    url: host.url,
    stderr: host.stderr,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export async function newWindow(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  return context.newPage()
}

/** The desktop host, in real Electron or on the stand-in. */
export interface RunningShell extends RunningApp {
  /** Runs a function in the main process. */
  readonly evaluate: StandIn['evaluate']
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>
}

/** What a browser has from the project's options: windows of Electron take none of them (electron.ts of Playwright). */
export async function setSurroundings(page: Page, timezoneId: string | undefined): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (timezoneId === undefined) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId })
}

/** The built shell on the stand-in for Electron. */
export async function startOnStandIn(
  { dataDir, addInstances, env = {} }: StartOptions,
  locale: string,
  more: readonly string[] = [],
): Promise<RunningShell> {
  const standIn = await launch({
    mainEntry: path.join(projectRoot, 'out/main/index.js'),
    userDataDir: path.join(dataDir, 'electron'),
    args: ['--data-dir', dataDir, ...(addInstances === undefined ? [] : ['--add-instances', addInstances]), ...more],
    env,
    locale,
    safeStorage: 'gnome_libsecret',
  })
  const page = await standIn.firstPage()
  await setSurroundings(page, env['TZ'])
  return {
    ...takenOutOfStandIn(standIn, dataDir),
    page,
    evaluate: (run, argument) => standIn.evaluate(run, argument),
    exited: standIn.exited.then(({ code }) => code),
    stderr: () => standIn.stderr,
    stop: async () => void (await standIn.close()),
    kill: async () => void (await standIn.kill()),
  }
}
