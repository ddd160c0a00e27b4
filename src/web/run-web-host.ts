import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CoreStartError } from '../core/hosting/core-start-error.ts'
import { enableCodeCache } from '../core/hosting/code-cache.ts'
import { defaultDataDir, parseHostOptions, type HostOptions } from '../core/hosting/host-options.ts'
import { endOnSignals } from '../core/hosting/end-on-signals.ts'
import { openBrowser } from './open-browser.ts'
import { createWebHost, webHostProgram } from './web-host.ts'

const projectRoot = path.resolve(import.meta.dirname, '../..')

const help = `Usage: npm run web -- [options]

Serves Switchboard to a browser on this machine and prints {"url": ...} once it can be opened.

  --data-dir DIR         keep everything in DIR (else SWITCHBOARD_DATA_DIR, else the system's place for it)
  --port N               listen on 127.0.0.1:N; 0, the default, takes the port of the last start, or a free one
  --no-open              open no browser
  --add-instances FILE   add what a JSON array names: [{"name", "apiUrl", "idInstance", "token"}]
  --join-team FILE       join the team that a JSON object names (docs/team.md)
  --begin-empty          set an archive of which nothing can be read aside, and begin with an empty one
  --log-level LEVEL      debug, info, warn or error (else SWITCHBOARD_LOG_LEVEL, else info): what DIR/logs tells
  --help                 show this

SWITCHBOARD_PASSPHRASE encrypts the tokens and the team's address in the data directory. Without it each start asks for
them, or for the passphrase that was set in the window, and a desk without a window needs --join-team at each start.
`

/**
 * The browser host: core and the built renderer for one person on this machine. Prints one JSON line with its address
 * when it is ready; ends on SIGINT, SIGTERM and SIGHUP, also while it starts, with everything on disk. Bad input ends
 * it with a sentence and code 1.
 */
export async function runWebHost(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void process.stdout.write(help)
  const parsed = parseHostOptions(args, process.env, process.cwd())
  if (parsed.kind === 'bad') return fail(`${parsed.reason} See npm run web -- --help.`)
  try {
    await start(parsed.options)
  } catch (error) {
    fail(sentenceOf(error, parsed.options))
  }
}

async function start(options: HostOptions): Promise<void> {
  // The reader of stdout may have ended; that must not end the host.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const dataDir = options.dataDir ?? defaultDataDir(process.platform, process.env, os.homedir())
  const { SWITCHBOARD_PASSPHRASE: passphrase } = process.env
  const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  enableCodeCache({ dataDir, program: webHostProgram })
  const host = createWebHost({ ...options, dataDir, passphrase, version, built: path.join(projectRoot, 'out') })
  endOnSignals({
    stop: () =>
      void host.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      ),
    endImmediately: () => process.exit(1),
  })
  const { url, createSingleUseUrl } = await host.opened
  // Prints the result of adding by a file, or why it failed.
  if (options.addInstances !== undefined || options.joinTeam !== undefined) await host.prepared
  process.stdout.write(`${JSON.stringify({ url })}\n`)
  if (options.open && !(await openBrowser(createSingleUseUrl()))) {
    process.stderr.write('There is no program here that opens a browser: open the address above yourself.\n')
  }
  await host.prepared
}

function sentenceOf(error: unknown, { port }: HostOptions): string {
  if (error instanceof CoreStartError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Choose another one with --port.`
  if (code === 'EACCES') return `Port ${port} may not be used by this person. Choose another one with --port.`
  return `Switchboard could not start: ${error instanceof Error ? error.message : String(error)}`
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
