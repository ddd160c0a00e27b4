// Who may import whom: architecture 2, as one table. Paths are resolved, so the spelling of an import does not
// matter; the compiler's project references hold the direction, this holds the exact edges and the packages.
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../src')

/**
 * `layers`: may be imported. `types`: only with `import type`. `files`: single files of other layers. `late`: single
 * files that may be loaded by `import()` alone. `tests`: what tests may import besides. `packages`: exact names, or
 * prefixes that end in `/` or `:`.
 */
export const zones = {
  api: { layers: ['api'], packages: ['zod', 'mime/lite'] },
  contract: { layers: ['contract'], packages: ['zod'] },
  rpc: { layers: ['rpc', 'contract'], packages: [] },
  'public-api': { layers: ['public-api'], packages: ['zod'] },
  core: {
    layers: ['core', 'api', 'contract'],
    types: ['public-api'],
    late: ['public-api/operations.ts'],
    tests: ['public-api'],
    packages: [
      'node:',
      'zod',
      'undici',
      'pino',
      'libphonenumber-js',
      'ical.js',
      'age-encryption',
      'tar-stream',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
    ],
  },
  team: {
    layers: ['team'],
    types: ['core'],
    files: ['core/sharing/team-error.ts'],
    tests: ['core', 'api', 'contract'],
    packages: ['node:', 'pg'],
  },
  emulator: {
    layers: ['emulator'],
    files: ['api/families.ts', 'api/operations.ts', 'api/schema/'],
    packages: ['node:'],
  },
  main: {
    layers: ['main', 'core', 'contract', 'rpc'],
    late: ['team/open-team.ts', 'local-api/open-local-api.ts'],
    packages: ['node:', 'electron', 'electron-updater', 'undici'],
  },
  web: {
    layers: ['web', 'core', 'contract', 'rpc'],
    late: ['team/open-team.ts', 'local-api/open-local-api.ts'],
    packages: ['node:', 'ws'],
  },
  'local-api': {
    layers: ['local-api', 'public-api'],
    types: ['core', 'contract'],
    files: [
      'core/programs/feed/rules/',
      'core/programs/identity/rules/',
      'core/hosting/rules/',
      'core/store/store-error.ts',
      'contract/errors.ts',
    ],
    tests: ['core', 'api', 'contract'],
    packages: ['node:', 'zod', '@modelcontextprotocol/server'],
  },
  cli: {
    layers: ['cli', 'public-api'],
    tests: ['core', 'contract', 'local-api', 'renderer/features/programs/add/snippets/'],
    packages: ['node:', 'zod'],
  },
  preload: { layers: ['preload'], types: ['rpc'], packages: ['electron'] },
  renderer: {
    layers: ['renderer', 'rpc'],
    types: ['contract'],
    files: [
      'contract/errors.ts',
      'contract/values.ts',
      'contract/text/fold.ts',
      'contract/text/merge-text.ts',
      'contract/text/tokenise-text.ts',
      'contract/quick-reply-text.ts',
      'contract/statuses.ts',
      'contract/tile-letters.ts',
      'contract/languages.ts',
      'contract/notice-text.ts',
    ],
    packages: [
      'react',
      'react-dom',
      'zustand',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@base-ui/react',
      'frimousse',
      'emojibase-data',
    ],
  },
}

/**
 * The rooms of core, lowest level first. A room imports rooms of lower levels only, by value and by type. Files
 * directly in `core/` are the composition: they may import every room, and only `workers` may import them.
 */
export const coreLevels = [
  ['base'],
  ['store', 'vault', 'logging', 'http'],
  ['lock', 'messages'],
  ['settings', 'sharing', 'hosting'],
  ['programs'],
  ['erasing'],
  ['accounts'],
  ['storage', 'media', 'annotations', 'history'],
  ['journal', 'reading', 'uploads', 'quick-replies'],
  ['receiving', 'directory', 'sending', 'search'],
  ['inspection', 'administration', 'team', 'backup', 'proposals'],
  ['exports', 'public-calls'],
  ['schema'],
  ['workers'],
]

/** Folders of a room that have an order: each imports only those before it. Files beside them compose. */
const roomFolders = {
  programs: ['identity', 'feed', 'delivery', 'desk'],
  team: ['connection', 'membership', 'leases', 'journal', 'sends', 'chats', 'status'],
}

/** Inside the renderer each may import only what stands further right. */
const rendererOrder = ['app', 'features', 'client', 'ui', 'lib']

/**
 * Inside core the path says on which thread a file runs: `<feature>/tx/` in the store's workers, `<feature>/rules/` on
 * both, `store/` is the engine of both, and the rest of a feature runs on core's thread. What each room may load from
 * the others; types are free. `entries` are what the workers start with, so they may load everything that runs there.
 */
const coreRooms = {
  tx: {
    rooms: ['tx', 'rules', 'store', 'schema'],
    packages: ['zod', 'libphonenumber-js', 'ical.js', 'node:crypto'],
  },
  rules: { rooms: ['rules'], packages: ['zod', 'libphonenumber-js', 'ical.js', 'node:crypto'] },
  store: { rooms: ['store', 'thread'], packages: ['node:', 'zod'] },
  schema: { rooms: ['schema', 'tx', 'rules', 'store'], packages: ['node:sqlite'] },
  thread: { rooms: ['thread', 'rules', 'store'], packages: [] },
}
const coreEntries = [
  'core/intents.ts',
  'core/workers/store-worker.ts',
  'core/workers/reader-worker.ts',
  'core/workers/store-maintenance.ts',
  'core/workers/backup-worker.ts',
]
/** What the engine may load of core's thread: nothing that is a feature. */
const engineMayLoad = ['core/base/create-signal.ts']

const roomOf = (file) => {
  const parts = file.split('/')
  if (parts[1] === 'store' || parts[1] === 'schema') return parts[1]
  return parts.includes('tx') ? 'tx' : parts.includes('rules') ? 'rules' : 'thread'
}

/** What the tests of any layer may import besides. */
const testPackages = ['vitest', 'fast-check', '@green-api/', 'eventsource', 'standardwebhooks', 'node:']
const testFile = /\.test\.tsx?$|\/testing\//

const covers = (allowed, source) =>
  source === allowed || source.startsWith(/[/:]$/.test(allowed) ? allowed : `${allowed}/`)

/** The sentence that refuses an import, or undefined. `from` and `to` are paths inside src, `/` between their parts. */
function refusal({ from, source, to, typesOnly, late }) {
  const [layer, ...rest] = from.split('/')
  const zone = zones[layer]
  if (!zone) return undefined
  const isTest = testFile.test(from)
  if (to === undefined) {
    const allowed = isTest ? [...zone.packages, ...testPackages] : zone.packages
    if (!allowed.some((name) => covers(name, source))) return `${layer} may not import the package ${source}.`
    const room = layer === 'core' && !isTest && !typesOnly ? roomOf(from) : undefined
    return room === 'tx' || room === 'rules' ? packageRefusal(room, source) : undefined
  }
  if (to.includes('/testing/') && !isTest) return 'What is in testing/ is for tests.'
  const [target, ...targetRest] = to.split('/')
  const allowed =
    zone.layers.includes(target) ||
    zone.files?.some((file) => covers(file, to)) ||
    (late && zone.late?.includes(to)) ||
    (typesOnly && zone.types?.includes(target)) ||
    (isTest && (target === 'emulator' || zone.tests?.some((name) => covers(name, to))))
  if (!allowed)
    return `${layer} may not import ${zone.types?.includes(target) ? `${target} but for its types` : target}.`
  if (layer === 'core' && target === 'core' && !isTest) {
    return levelRefusal(from, to) ?? (typesOnly ? undefined : coreRefusal(from, to))
  }
  return layer === 'renderer' && target === 'renderer' ? rendererRefusal(rest, targetRest) : undefined
}

const packageRefusal = (room, source) =>
  coreRooms[room].packages.some((name) => covers(name, source))
    ? undefined
    : `What is in ${room}/ has no effects: it may not import the package ${source}.`

const levelOf = (room) => coreLevels.findIndex((rooms) => rooms.includes(room))

/** The room of a path in core; undefined for the composition, whose files lie directly in `core/`. */
const levelRoomOf = (file) => (file.split('/').length > 2 ? file.split('/')[1] : undefined)

function levelRefusal(from, to) {
  const [room, target] = [levelRoomOf(from), levelRoomOf(to)]
  if (room === undefined) return undefined
  if (room === target) return folderRefusal(roomFolders[room] ?? [], from.split('/')[2], to.split('/')[2])
  if (target === undefined) return room === 'workers' ? undefined : 'Only workers may import the composition of core.'
  const missing = [room, target].find((name) => levelOf(name) === -1)
  if (missing !== undefined) return `core/${missing} has no level in coreLevels.`
  return levelOf(target) < levelOf(room)
    ? undefined
    : `core/${room} may import lower levels only, and core/${target} is not one.`
}

function folderRefusal(order, folder, target) {
  const [at, of] = [order.indexOf(folder), order.indexOf(target)]
  return at !== -1 && at < of ? `${folder}/ may not import ${target}/, which rests on it.` : undefined
}

function coreRefusal(from, to) {
  if (coreEntries.includes(from)) return undefined
  const [room, target] = [roomOf(from), roomOf(to)]
  if (coreEntries.includes(to)) return 'What the workers run may be named in core by its types alone.'
  if (room === 'store' && target === 'thread') {
    return engineMayLoad.includes(to) ? undefined : "The store's engine knows no feature."
  }
  if (coreRooms[room].rooms.includes(target)) return undefined
  return target === 'tx' || target === 'schema'
    ? "What runs in the store's workers may be named elsewhere by its types alone."
    : `What is in ${room}/ may not load what runs on core's thread.`
}

function rendererRefusal([part, feature], [targetPart, targetFeature]) {
  if (rendererOrder.indexOf(targetPart) < rendererOrder.indexOf(part)) {
    return `In the renderer ${part} may not import ${targetPart}.`
  }
  if (part === 'features' && targetPart === 'features' && feature !== targetFeature) {
    return 'A feature never imports another feature.'
  }
  return undefined
}

const inside = (file) => path.relative(root, file).split(path.sep).join('/')

const layers = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const check = (node, source, typesOnly, late = false) => {
      if (typeof source !== 'string') return
      const from = inside(context.filename)
      const to = source.startsWith('.') ? inside(path.resolve(path.dirname(context.filename), source)) : undefined
      const message = refusal({ from, source, to, typesOnly, late })
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source.value, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => node.source && check(node, node.source.value, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source.value, false, true),
      TSImportType: (node) => check(node, node.source?.value ?? node.argument?.literal?.value, true),
    }
  },
}

const ipcFiles = ['main/ipc-transport.ts', 'preload/index.ts']

const rawIpc = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const check = (node, name) => {
      const from = inside(context.filename)
      if (from.startsWith('..') || ipcFiles.includes(from)) return
      if (name === 'ipcMain' || name === 'ipcRenderer') {
        context.report({ node, message: `Raw IPC belongs to src/${ipcFiles.join(' and src/')}.` })
      }
    }
    return {
      Identifier: (node) => check(node, node.name),
      MemberExpression: (node) => {
        const { object, property } = node
        const contents = object.type === 'MemberExpression' ? object.property.name : object.name
        if (property.name === 'ipc' && contents === 'webContents') check(node, 'ipcMain')
      },
    }
  },
}

/**
 * A module of core keeps nothing that changes: what a killed process knew must not outlive it where the next one runs
 * in the same thread (docs/simulation.md). A WeakMap goes with its keys.
 */
const moduleState = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const isEmptyCollection = (init) =>
      init?.type === 'NewExpression' && ['Map', 'Set'].includes(init.callee.name) && init.arguments.length === 0
    return {
      Program({ body }) {
        const file = inside(context.filename)
        if (!file.startsWith('core/') || /\.test\.ts$|\/testing\//.test(file)) return
        for (const statement of body) {
          const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (node?.type !== 'VariableDeclaration') continue
          if (node.kind === 'const' && !node.declarations.some(({ init }) => isEmptyCollection(init))) continue
          context.report({ node, message: 'A module of core keeps nothing that changes: hold it where it is created.' })
        }
      },
    }
  },
}

export default { meta: { name: 'switchboard' }, rules: { layers, 'raw-ipc': rawIpc, 'module-state': moduleState } }
