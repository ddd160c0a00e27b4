import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { _electron, type Page } from '@playwright/test'
import { electronRuntime } from '../../tools/start/electron-runtime.mjs'
import { projectRoot, setSurroundings, type RunningShell, type StartOptions } from './running-app.ts'
import { takenOutOfElectron } from './taken-out.ts'

/**
 * The built shell in real Electron, without the fuses: Playwright needs Node's inspector in it. It has the sandbox,
 * unless root runs it on Linux, and never the person's own key ring: tokens are stored under the known key, with the
 * consent that a person would give.
 */
export async function startInElectron(
  { dataDir, addInstances, env = {} }: StartOptions,
  locale: string,
  more: readonly string[] = [],
): Promise<RunningShell> {
  const runtime = electronRuntime()
  if (runtime.kind === 'missing') throw new Error(`These specs need Electron, but ${runtime.reason}.`)
  await acceptKnownKey(dataDir)
  const electron = await _electron.launch(
    launchOptions(
      runtime.executable,
      { dataDir, ...(addInstances === undefined ? {} : { addInstances }), env },
      locale,
      more,
    ),
  )
  // On Windows the process that Playwright knows is a command interpreter.
  const pid = await electron.evaluate(() => process.pid)
  let errors = ''
  electron
    .process()
    .stderr?.setEncoding('utf8')
    .on('data', (text: string) => {
      errors += text
    })
  const page = await electron.firstWindow()
  // The desktop's first window, also where the screen is smaller.
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 820))
  await setSurroundings(page, env['TZ'])
  if (process.platform === 'win32') await chooseLanguage(page, locale)
  return {
    ...takenOutOfElectron(electron, dataDir),
    page,
    evaluate: (run, argument) => electron.evaluate(run as never, argument),
    exited: new Promise((resolve) => electron.process().once('exit', resolve)),
    stderr: () => errors,
    stop: () => electron.close(),
    async kill() {
      const ended = new Promise((resolve) => electron.process().once('exit', resolve))
      process.kill(pid, 'SIGKILL')
      await ended
    },
  }
}

/** Windows takes a program's languages from the system alone, so a person would choose this one in Settings. */
export async function chooseLanguage(page: Page, locale: string): Promise<void> {
  const input = { language: locale.slice(0, 2) }
  const call = JSON.stringify({ kind: 'call', id: 9_000_000, name: 'settings.update', input })
  await page.evaluate((text) => window.switchboard?.send(text), call)
}

/**
 * Calls the shell as the page would, which hears nothing of its own from then on. The output, or the code of the error.
 */
export function callFromPage(page: Page, name: string, input: object): Promise<unknown> {
  return page.evaluate(
    (call) =>
      new Promise((resolve) => {
        const id = 9_000_000 + Math.floor(Math.random() * 1_000_000)
        window.switchboard?.onMessage((text) => {
          const answer = JSON.parse(text) as { id?: number; output?: unknown; error?: { code: string } }
          if (answer.id === id) resolve(answer.error?.code ?? answer.output)
        })
        window.switchboard?.send(JSON.stringify({ kind: 'call', id, ...call }))
      }),
    { name, input },
  )
}

/** How Playwright is asked to start Electron. */
export function launchOptions(
  executable: string,
  { dataDir, addInstances, env = {} }: StartOptions,
  locale: string,
  more: readonly string[] = [],
): NonNullable<Parameters<typeof _electron.launch>[0]> {
  const inherited = Object.entries({ ...process.env, LANGUAGE: locale.replace('-', '_'), ...env }).filter(
    ([name]) => name !== 'ELECTRON_RUN_AS_NODE',
  )
  return {
    executablePath: executable,
    cwd: projectRoot,
    // Else Playwright adds --no-sandbox on Linux.
    chromiumSandbox: true,
    args: [
      ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Where it is told the executable, Playwright leaves these out.
      '--password-store=basic',
      '--use-mock-keychain',
      // Chromium's words. The program goes by the system's languages, which macOS takes from the next and Linux from
      // LANGUAGE.
      `--lang=${locale}`,
      ...(process.platform === 'darwin' ? ['-AppleLanguages', `(${locale})`] : []),
      projectRoot,
      '--data-dir',
      dataDir,
      ...(addInstances === undefined ? [] : ['--add-instances', addInstances]),
      ...more,
    ],
    env: Object.fromEntries(inherited.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  }
}

/** What the consent dialog of the window writes (safe-storage-vault.ts). */
async function acceptKnownKey(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ version: 1, weakAccepted: true, entries: {} })
  await writeFile(path.join(dataDir, 'desktop-vault.json'), text, { flag: 'wx', mode: 0o600 }).catch(() => undefined)
}
