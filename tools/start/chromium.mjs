import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment } from '../process/node24.mjs'
import { projectRoot } from '../project-root.mjs'
import { ToolError } from '../say.mjs'
import { runStep } from '../test/steps.mjs'

/** Debian's headless shell first: the same engine without a browser around it, which costs a test half as much. */
const names = {
  linux: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
    `${process.env['PROGRAMFILES(X86)']}\\Google\\Chrome\\Application\\chrome.exe`,
  ],
}

/** Path of a Chromium to drive: SWITCHBOARD_CHROMIUM, the system's, or the one Playwright downloaded. */
export async function findChromium() {
  const chosen = process.env.SWITCHBOARD_CHROMIUM
  if (chosen) return existsSync(chosen) ? chosen : undefined
  for (const name of names[process.platform] ?? names.linux) {
    const found = path.isAbsolute(name) ? [name].find(existsSync) : inPath(name)
    if (found) return found
  }
  try {
    const { chromium } = await import('@playwright/test')
    const own = chromium.executablePath()
    return existsSync(own) ? own : undefined
  } catch {
    return undefined
  }
}

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(existsSync)

/** The commands that would bring a Chromium here, in the order to try them. */
export function installCommands(node, { debian, root }) {
  const playwright = [
    node,
    path.join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  ]
  return debian && root
    ? [
        ...['chromium-headless-shell', 'chromium'].map((name) => [
          'sh',
          '-c',
          `apt-get update && apt-get install -y --no-install-recommends ${name}`,
        ]),
        playwright,
      ]
    : [playwright]
}

/**
 * A Chromium, installed when none is found; SWITCHBOARD_NO_INSTALL=1 forbids that. Continuous integration (CI=true) on
 * Debian gets the headless shell even where a whole browser is: its end-to-end tests cost a fifth less.
 */
export async function ensureChromium(node) {
  const machine = { debian: isDebian(), root: process.getuid?.() === 0 }
  const found = await findChromium()
  if (found && !isSlowForTests(found, machine)) return found
  if (process.env.SWITCHBOARD_NO_INSTALL === '1') {
    throw new ToolError('No Chromium was found, and SWITCHBOARD_NO_INSTALL=1 forbids installing one.')
  }
  for (const [command, ...args] of installCommands(node, machine)) {
    const why = found ? 'Chromium for tests' : 'No Chromium was found'
    const title = `${why}: ${command === 'sh' ? args[1] : [command, ...args].join(' ')}`
    const env = childEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' })
    const code = await runStep(title, command, args, { env, name: 'chromium' })
    const installed = code === 0 ? await findChromium() : undefined
    if (installed) return installed
    if (found) return found
  }
  throw new ToolError(
    'No Chromium was found and none could be installed: install one, or name it in SWITCHBOARD_CHROMIUM.',
  )
}

/** Whether a machine that only tests can have the headless shell in place of the browser that was found. */
export const isSlowForTests = (
  found,
  { debian, root },
  { CI, SWITCHBOARD_CHROMIUM, SWITCHBOARD_NO_INSTALL } = process.env,
) =>
  CI === 'true' &&
  debian &&
  root &&
  !SWITCHBOARD_CHROMIUM &&
  SWITCHBOARD_NO_INSTALL !== '1' &&
  path.basename(found) !== names.linux[0]

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
