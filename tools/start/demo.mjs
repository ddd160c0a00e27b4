import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWhenStale } from '../build/build.mjs'
import { endWithParent, firstJsonLine, start, stopChildren } from '../process/children.mjs'
import { demoTeam } from './demo-team.mjs'
import { openApp } from './start.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'

const help = `Usage: npm run demo -- [options]

Starts the emulated service with three instances in which something happens, and Switchboard on it.

  --team           two desks of a team share the instances (it needs PostgreSQL)
  --data-dir DIR   keep everything in DIR (else a temporary folder, gone at the end)
  --help           show this

The other options are those of the host: npm run web -- --help.
`

/** Some of the demo's customers wait for longer already, ms. */
const answerTargetMs = 15 * 60_000

/** To try `/` in the composer with; the names of the demo inside the program. */
const quickReplies = [
  { name: 'Thanks', text: 'Thank you, {name}. We will get back to you shortly.' },
  { name: 'Hours', text: 'We are here from 9 to 18, Monday to Friday.' },
  { name: 'On its way', text: 'Your order is on its way, {name}. It arrives tomorrow before noon.' },
]

/**
 * The emulated service with its three lively instances, and the app on it. What the app stores goes into a temporary
 * folder, unless --data-dir names one. With --team two desks share the instances (demo-team.mjs).
 */
export async function demo(node, env, args, onExit) {
  if (args.includes('--help')) {
    process.stdout.write(help)
    return 0
  }
  await buildWhenStale(node, env)
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'switchboard-demo-'))
  onExit(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))
  say('Starting the emulated service ...')
  const cli = path.join(projectRoot, 'src', 'emulator', 'cli.ts')
  const emulator = start(node, [...endWithParent, cli, '--scenario', 'demo'], { env, stdout: 'pipe' })
  const { url, instances } = await firstJsonLine(emulator, 'The emulator')
  const list = path.join(scratch, 'instances.json')
  const entries = instances.map(({ baseUrl, ...rest }) => ({ ...rest, apiUrl: baseUrl, answerTargetMs, quickReplies }))
  writeFileSync(list, JSON.stringify(entries), { mode: 0o600 })
  if (args.includes('--team')) {
    const rest = args.filter((arg) => arg !== '--team')
    const code = await demoTeam(node, env, { scratch, list, instances, args: rest })
    await stopChildren()
    return code
  }
  const dataDir = args.some((arg) => arg.startsWith('--data-dir')) ? [] : ['--data-dir', path.join(scratch, 'data')]
  say(`The service answers at ${url}. Opening Switchboard on it ...`)
  const code = await openApp(node, env, [...args, ...dataDir, '--add-instances', list])
  await stopChildren()
  return code
}
