// The one entry of every npm script: `node tools/run.mjs <command> [arguments]`. Runs on Node 20, before anything is
// installed; installs what package-lock.json names when that is needed and starts everything else on Node 24.
import path from 'node:path'
import './process/end-with-parent.mjs'
import { build, buildWhenStale } from './build/build.mjs'
import { check } from './test/check.mjs'
import { endWithParent, runToEnd, stopChildrenOnSignals } from './process/children.mjs'
import { demo } from './start/demo.mjs'
import { installDependencies } from './process/dependencies.mjs'
import { dist } from './packing/dist.mjs'
import { electronRuntime } from './start/electron-runtime.mjs'
import { childEnvironment, findNode24 } from './process/node24.mjs'
import { program } from './process/programs.mjs'
import { mutants } from './mutants/mutants.mjs'
import { projectRoot } from './project-root.mjs'
import { say, ToolError } from './say.mjs'
import { inScratch } from './process/scratch.mjs'
import { openApp, openBrowserHost } from './start/start.mjs'
import { test } from './test/test.mjs'
import { testLong } from './test/test-long.mjs'
import { unproven } from './start/unproven.mjs'

const script = (node, env, file, args) =>
  runToEnd(node, [...endWithParent, path.join(projectRoot, file), ...args], { env })
const installed = (node, env, name, ...args) => runToEnd(node, [program(name), ...args], { env })

const commands = {
  test: (node, env) => test(node, env, onExit),
  long: (node, env) => testLong(node, env, onExit),
  check: (node, env, args) => check(node, env, args),
  demo: (node, env, args) => demo(node, env, args, onExit),
  start: (node, env, args) => openApp(node, env, args),
  web: (node, env, args) => openBrowserHost(node, env, args),
  emulator: (node, env, args) => script(node, env, 'src/emulator/cli.ts', args),
  // It reads texts from stdin, and what it asks of the desk it prints: the line of a script is none of ours.
  cli: (node, env, args) =>
    runToEnd(node, ['--disable-warning=ExperimentalWarning', path.join(projectRoot, 'src/cli/index.ts'), ...args], {
      env,
      stdin: 'inherit',
      cwd: process.env.INIT_CWD ?? process.cwd(),
    }),
  dev: (node, env, args) => develop(node, env, args),
  build: async (node, env, args) => (await build(node, env, args), 0),
  types: (node, env, args) => installed(node, env, 'tsc', '-b', ...args),
  lint: async (node, env, args) => {
    const bad = await installed(node, env, 'oxlint', '--deny-warnings', ...args)
    // Whether something is used at all shows only in the whole tree.
    const dead = args.length === 0 ? await installed(node, env, 'knip', '--no-progress') : 0
    return Math.max(bad, dead)
  },
  format: (node, env, args) => installed(node, env, 'oxfmt', ...args),
  unit: (node, env, args) =>
    inScratch(env, onExit, (own) =>
      installed(node, own, 'vitest', 'run', '--project', '!build', '--project', '!outside', ...args),
    ),
  e2e: async (node, env, args) => {
    await buildWhenStale(node, env)
    return inScratch(env, onExit, (own) => installed(node, own, 'playwright', 'test', ...args))
  },
  bench: async (node, env, args) => {
    await buildWhenStale(node, env)
    return inScratch(env, onExit, (own) => script(node, own, 'bench/run.ts', args))
  },
  simulate: (node, env, args) => script(node, env, 'simulation/main.ts', args),
  mutants: (node, env, args) => mutants(node, env, args, onExit),
  electron: (node, env) => runToEnd(node, [program('install-electron')], { env }),
  dist: (node, env, args) => dist(node, env, args),
  unproven: (node, env, args) => unproven(node, env, args, onExit),
  screens: async (node, env, args) => {
    await buildWhenStale(node, env)
    return script(node, env, 'tools/pictures/screens.ts', args)
  },
}

async function develop(node, env, args) {
  const runtime = electronRuntime(env)
  if (runtime.kind === 'ready') {
    // electron-vite looks for the runtime below node_modules alone, unless it is told.
    const own = { ...env, ELECTRON_EXEC_PATH: runtime.executable }
    return installed(node, own, 'electron-vite', 'dev', '--watch', ...args)
  }
  say(
    `Watching the sources and serving them to the browser, because ${runtime.reason}. Reload the page to see a change.`,
  )
  await buildWhenStale(node, env)
  void runToEnd(node, [program('electron-vite'), 'build', '--watch'], { env, stdout: 'stderr' })
  return openBrowserHost(node, env, args)
}

const cleanUps = []
const onExit = (cleanUp) => cleanUps.push(cleanUp)
const cleanUp = () => cleanUps.splice(0).forEach((each) => each())

async function main([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (!command) throw new ToolError(`Unknown command "${name ?? ''}". There are: ${Object.keys(commands).join(', ')}.`)
  stopChildrenOnSignals(cleanUp)
  await installDependencies()
  const node = findNode24()
  return command(node, childEnvironment(node), args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof ToolError ? error.message : (error?.stack ?? String(error)))
  process.exitCode = 1
} finally {
  cleanUp()
}
process.exit()
