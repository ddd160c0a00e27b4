import path from 'node:path'
import { buildWhenStale } from '../build/build.mjs'
import { endWithParent, runToEnd } from '../process/children.mjs'
import { electronRuntime } from './electron-runtime.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'

/**
 * Opens the app: in Electron where its runtime and a display are there, else in the browser, after one line that says
 * why. `hostArgs` go to either host; `--no-open` and `--port` only make sense for the browser host and choose it.
 */
export async function openApp(node, env, hostArgs) {
  await buildWhenStale(node, env)
  const wantsBrowser = hostArgs.some((arg) => arg === '--no-open' || arg.startsWith('--port'))
  const runtime = electronRuntime(env)
  if (runtime.kind === 'ready' && !wantsBrowser) {
    return runToEnd(runtime.executable, [projectRoot, ...hostArgs], { env })
  }
  if (runtime.kind === 'missing') say(`Opening Switchboard in the browser, because ${runtime.reason}.`)
  return openBrowserHost(node, env, hostArgs)
}

/**
 * The built browser host on the built renderer: it starts in a third of the time its sources take; its JSON line goes
 * to standard output.
 */
export async function openBrowserHost(node, env, hostArgs) {
  await buildWhenStale(node, env)
  return runToEnd(node, [...endWithParent, path.join(projectRoot, 'out', 'main', 'web.js'), ...hostArgs], { env })
}
