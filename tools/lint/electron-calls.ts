// Lists every call of Electron that the shell and its preload make, each with what the stand-in does for it.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { standInCalls, type StandInAnswer } from '../../e2e/stand-in/calls.ts'
import { projectRoot } from '../project-root.mjs'

export interface ElectronCalls {
  /** `app.getPath`, `BrowserWindow.show`, `app 'activate'`, `new Tray`: sorted, each once. */
  readonly calls: readonly string[]
  /** `file: receiver.member`, where the member is one of Electron's and nobody said what the receiver is. */
  readonly unknown: readonly string[]
}

/** What the shell's variables are: a module or class of Electron, or null for what is not Electron's. */
const receivers: Readonly<Record<string, string | null>> = {
  created: 'BrowserWindow',
  window: 'BrowserWindow',
  contents: 'WebContents',
  webContents: 'WebContents',
  session: 'Session',
  defaultSession: 'Session',
  of: 'Session',
  tray: 'Tray',
  notification: 'Notification',
  child: 'UtilityProcess',
  event: 'Event',
  details: 'Event',
  commandLine: 'CommandLine',
  display: 'Display',
  icon: 'NativeImage',
  actions: null,
  autoUpdater: null,
  core: null,
  demo: null,
  editFlags: null,
  host: null,
  navigator: null,
  notifications: null,
  options: null,
  process: null,
  handlers: null,
  settings: null,
  signal: null,
  target: null,
  strings: null,
}
/** Variables that are something else in one file. */
const inFile: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'desktop.ts': { window: null, tray: null, notifications: null },
  'apply-settings.ts': { tray: null },
  'watch-unread.ts': { tray: null },
  'show-when-ready.ts': { window: 'BrowserWindow' },
  'safe-storage-vault.ts': { safeStorage: 'safeStorage', session: null },
  'ipc-transport.ts': { event: 'IpcMainEvent' },
}

/** Reads the sources of `src/main` and `src/preload` and the typings of the installed Electron. */
export function electronCalls(root: string = projectRoot): ElectronCalls {
  const members = membersOf(readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8'))
  const calls = new Set<string>()
  const unknown = new Set<string>()
  for (const file of sourcesOf(root)) {
    const name = path.basename(file)
    const text = withoutComments(readFileSync(file, 'utf8'))
    const modules = importedFromElectron(text)
    if (!/from 'electron'/.test(text) && inFile[name] === undefined) continue
    for (const [, made] of text.matchAll(/\bnew ([A-Z]\w+)\(/g)) if (modules.has(made ?? '')) calls.add(`new ${made}`)
    for (const [, receiver = '', member = '', rest = ''] of text.matchAll(
      /(?<!['"`/-])\b(\w+)(?=\??\.(\w+)(\(\s*'[^']+'(?=,)|))/g,
    )) {
      const own = inFile[name]?.[receiver]
      const owner = own !== undefined ? own : modules.has(receiver) ? receiver : receivers[receiver]
      if (owner === null) continue
      if (owner === undefined) {
        if (isDistinct(member, members)) unknown.add(`${name}: ${receiver}.${member}`)
        continue
      }
      if (owner === 'Event' && member !== 'preventDefault') continue
      const event = /^(on|once)$/.test(member) && rest !== '' && rest.slice(1).trim()
      if (event) calls.add(`${owner} ${event}`)
      else if (!/^(off|once)$/.test(member) && (member !== 'on' || owner.startsWith('ipc')))
        calls.add(`${owner}.${member}`)
    }
  }
  return { calls: [...calls].toSorted(), unknown: [...unknown].toSorted() }
}

/** What is Electron's and nothing else's by its name alone, so that a receiver nobody knows is noticed. */
const isDistinct = (member: string, members: ReadonlySet<string>): boolean =>
  members.has(member) && /[A-Z]/.test(member) && !(member in {}) && !ordinary.has(member)

const ordinary: ReadonlySet<string> = new Set(['toString', 'toJSON', 'setTimeout', 'parentPort'])

const sourcesOf = (root: string): readonly string[] =>
  ['src/main', 'src/preload'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(root, folder, name)),
  )

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

function importedFromElectron(text: string): ReadonlySet<string> {
  const lists = [...text.matchAll(/^import \{([^}]*)\} from 'electron'/gm)].map(([, list = '']) => list)
  return new Set(lists.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => name !== ''))
}

const membersOf = (typings: string): ReadonlySet<string> =>
  new Set([...typings.matchAll(/^ {4}(?:static |readonly )*(\w+)[(:?<]/gm)].map(([, member = '']) => member))

if (import.meta.main) {
  for (const call of electronCalls().calls) {
    const answer: StandInAnswer | 'not in the list' = standInCalls[call] ?? 'not in the list'
    process.stdout.write(`${call}\t${answer}\n`)
  }
}
