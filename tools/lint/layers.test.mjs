import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { coreLevels, zones } from './layers.mjs'

let tree
beforeAll(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'switchboard-layers-'))
  mkdirSync(path.join(tree, 'tools/lint'), { recursive: true })
  for (const file of ['layers.mjs', 'names.mjs', 'regexes.mjs', 'clocks.mjs', 'alternatives.mjs']) {
    cpSync(path.join(projectRoot, 'tools/lint', file), path.join(tree, 'tools/lint', file))
  }
  cpSync(path.join(projectRoot, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'))
  for (const { from, line } of [...forbidden, ...allowed]) {
    const file = path.join(tree, 'src', from)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${line}\n`)
  }
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** One forbidden import for every wall, each in a file of its own. */
const forbidden = [
  ...Object.keys(zones).map((layer) => ({ from: `${layer}/package.ts`, line: `import 'left-pad'` })),
  { from: 'api/a.ts', line: `import '../contract/ids.ts'` },
  { from: 'api/b.ts', line: `import 'node:fs'` },
  { from: 'contract/a.ts', line: `import type { X } from '../api/client.ts'` },
  { from: 'rpc/a.ts', line: `import '../core/create-core.ts'` },
  { from: 'rpc/b.ts', line: `import 'zod'` },
  { from: 'core/a.ts', line: `import '../main/index.ts'` },
  { from: 'core/b.ts', line: `import 'electron'` },
  { from: 'core/c.ts', line: `export * from '../emulator/world.ts'` },
  { from: 'core/d.ts', line: `export { x } from '../rpc/server.ts'` },
  { from: 'core/programs/feed/a.ts', line: `import type { X } from '../desk/program-desk.ts'` },
  { from: 'core/team/journal/a.ts', line: `import type { X } from '../chats/shared-chats.ts'` },
  { from: 'core/sending/a.ts', line: `import { x } from './tx/enqueue.ts'` },
  { from: 'core/sending/b.ts', line: `import '../intents.ts'` },
  { from: 'core/sending/tx/a.ts', line: `import '../instance-sender.ts'` },
  { from: 'core/sending/tx/b.ts', line: `import 'node:fs'` },
  { from: 'core/sending/tx/c.ts', line: `import 'undici'` },
  { from: 'core/sending/rules/a.ts', line: `import '../tx/enqueue.ts'` },
  { from: 'core/sending/rules/b.ts', line: `import 'node:fs'` },
  // One import upwards and one sideways for each level of core, by type alone.
  ...coreLevels.slice(0, -1).map(([room], level) => ({
    from: `core/${room}/upwards.ts`,
    line: `import type { X } from '../${coreLevels[level + 1][0]}/x.ts'`,
  })),
  ...coreLevels
    .filter(({ length }) => length > 1)
    .map(([room, neighbour]) => ({
      from: `core/${room}/sideways.ts`,
      line: `import type { X } from '../${neighbour}/x.ts'`,
    })),
  { from: 'core/attic/a.ts', line: `import type { X } from '../base/ports.ts'` },
  { from: 'core/reading/composition.ts', line: `import type { X } from '../create-core.ts'` },
  { from: 'core/store/a.ts', line: `import '../sending/rules/lane.ts'` },
  { from: 'core/store/b.ts', line: `import '../sending/sending-service.ts'` },
  { from: 'core/create-a.ts', line: `import './schema/store-schema.ts'` },
  { from: 'core/e.ts', line: `import './testing/temp-dir.ts'` },
  { from: 'emulator/a.ts', line: `import '../core/create-core.ts'` },
  { from: 'emulator/b.ts', line: `import '../api/client.ts'` },
  { from: 'main/a.ts', line: `import '../emulator/cli.ts'` },
  { from: 'main/b.ts', line: `await import('../web/index.ts')` },
  { from: 'main/c.ts', line: `import 'ws'` },
  { from: 'web/a.ts', line: `import '../main/index.ts'` },
  { from: 'web/b.ts', line: `import 'electron'` },
  { from: 'web/c.ts', line: `import './../emulator/../emulator/cli.ts'` },
  { from: 'preload/a.ts', line: `import '../rpc/client.ts'` },
  { from: 'preload/b.ts', line: `import 'node:events'` },
  { from: 'renderer/a.ts', line: `import { x } from '../contract/index.ts'` },
  { from: 'renderer/b.ts', line: `import 'zod'` },
  { from: 'renderer/c.ts', line: `type X = import('../core/ports.ts').Clock` },
  { from: 'renderer/lib/a.ts', line: `import '../ui/button.tsx'` },
  { from: 'renderer/ui/a.ts', line: `import '../client/client.ts'` },
  { from: 'renderer/client/a.ts', line: `import '../features/chats/queries.ts'` },
  { from: 'renderer/features/chats/a.ts', line: `import '../../app/main.tsx'` },
  { from: 'renderer/features/chats/b.ts', line: `import '../outgoing/queries.ts'` },
  { from: 'main/d.ts', line: `import '../team/open-team.ts'` },
  { from: 'web/d.ts', line: `await import('../team/team-connection.ts')` },
  { from: 'core/f.ts', line: `await import('../team/open-team.ts')` },
  { from: 'team/a.ts', line: `import '../core/create-core.ts'` },
  { from: 'team/b.ts', line: `import 'undici'` },
  { from: 'main/raw.ts', line: `import { ipcMain } from 'electron'` },
  {
    from: 'main/raw-window.ts',
    line: `export const on = (window: any) => window.webContents.ipc.on('x', () => {})`,
    rule: 'raw-ipc',
  },
  { from: 'core/state-a.ts', line: `let known = 0; export const next = () => (known += 1)` },
  { from: 'core/state-b.ts', line: `export const known = new Map<string, number>()` },
  { from: 'core/accounts/state.ts', line: `export const seen: Set<string> = new Set()` },
]

/** Neighbours of the above that must pass, or the walls would be in the way. */
const allowed = [
  { from: 'core/good.ts', line: `import '../api/client.ts'` },
  { from: 'core/sending/good.ts', line: `import type { Enqueued } from './tx/enqueue.ts'` },
  { from: 'core/sending/good-rules.ts', line: `import './rules/lane.ts'` },
  { from: 'core/sending/tx/good.ts', line: `import '../../messages/archive/tx/ingest.ts'` },
  { from: 'core/sending/good-types.ts', line: `import type { InstanceBase } from '../accounts/instance-base.ts'` },
  { from: 'core/sending/tx/good.test.ts', line: `import '../sending-service.ts'` },
  { from: 'core/fixed.ts', line: `export const known = new Set(['a'])` },
  { from: 'core/of-keys.ts', line: `export const known = new WeakMap<object, number>()` },
  { from: 'core/testing/state.ts', line: `let known = 0; export const next = () => (known += 1)` },
  { from: 'core/state.test.ts', line: `let known = 0; export const next = () => (known += 1)` },
  { from: 'core/workers/store-worker.ts', line: `import '../intents.ts'` },
  { from: 'main/good.ts', line: `await import('../team/open-team.ts')` },
  { from: 'team/good.ts', line: `import { TeamError } from '../core/sharing/team-error.ts'` },
  { from: 'team/good.test.ts', line: `import '../core/create-core.ts'` },
  { from: 'core/testing/good.ts', line: `import '../../emulator/world.ts'` },
  { from: 'core/good.test.ts', line: `import '../emulator/world.ts'` },
  { from: 'emulator/good.ts', line: `import '../api/schema/message.ts'` },
  { from: 'preload/good.ts', line: `import type { Channel } from '../rpc/protocol.ts'` },
  { from: 'renderer/good.ts', line: `import '../contract/errors.ts'` },
  { from: 'renderer/good.ts', line: `import '../contract/values.ts'` },
  { from: 'renderer/good-types.ts', line: `import type { Chat } from '../contract/index.ts'` },
  { from: 'renderer/app/good.ts', line: `import '../features/chats/queries.ts'` },
  { from: 'main/ipc-transport.ts', line: `import { ipcMain } from 'electron'` },
  { from: 'web/good.ts', line: `import { WebSocketServer } from 'ws'` },
]

function lint() {
  const args = [program('oxlint'), '--format=json', 'src']
  try {
    return JSON.parse(execFileSync(process.execPath, args, { cwd: tree, encoding: 'utf8' }))
  } catch (error) {
    return JSON.parse(error.stdout)
  }
}

test('each forbidden import is an error in its file, and no allowed one is', () => {
  const walls = lint().diagnostics.filter(({ code }) => code.startsWith('switchboard('))
  const refused = new Set(
    walls.map(({ filename }) =>
      filename
        .split(path.sep)
        .join('/')
        .replace(/^.*?src\//, ''),
    ),
  )
  expect(forbidden.map(({ from }) => from).filter((from) => !refused.has(from))).toEqual([])
  expect(allowed.map(({ from }) => from).filter((from) => refused.has(from))).toEqual([])
  expect(walls.every(({ severity }) => severity === 'error')).toBe(true)
})
