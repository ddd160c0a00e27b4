import { _electron } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import { electronRuntime } from '../../tools/electron-runtime.mjs'
import type { RunningApp, StartOptions } from './running-app.ts'
import { projectRoot } from './running-app.ts'
import { takenOutOfElectron } from './taken-out.ts'

/** The built shell in real Electron, without the fuses: Playwright needs Node's inspector in it. */
export async function startInElectron(
  { dataDir, addInstances, env = {} }: StartOptions,
  locale: string,
  more: readonly string[] = [],
): Promise<RunningApp & { readonly electron: ElectronApplication }> {
  const runtime = electronRuntime()
  if (runtime.kind === 'missing') throw new Error(`These specs need Electron, but ${runtime.reason}.`)
  const inherited = Object.entries({ ...process.env, ...env }).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE')
  const electron = await _electron.launch({
    executablePath: runtime.executable,
    cwd: projectRoot,
    args: [
      ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--lang=${locale}`,
      projectRoot,
      '--data-dir',
      dataDir,
      ...(addInstances === undefined ? [] : ['--add-instances', addInstances]),
      ...more,
    ],
    env: Object.fromEntries(inherited.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  })
  let errors = ''
  electron
    .process()
    .stderr?.setEncoding('utf8')
    .on('data', (text: string) => {
      errors += text
    })
  return {
    ...takenOutOfElectron(electron, dataDir),
    electron,
    page: await electron.firstWindow(),
    stderr: () => errors,
    stop: () => electron.close(),
    async kill() {
      const child = electron.process()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
