import path from 'node:path'
import { parseArgs } from 'node:util'
import { isLogLevel, logLevels, type LogLevel } from '../base/ports.ts'
import type { AppInfo } from '../../contract/app.ts'

/** Options of a host's start. */
export interface HostOptions {
  /** Absolute. Undefined: the host's own default. */
  readonly dataDir: string | undefined
  /** 0 lets the system choose. */
  readonly port: number
  readonly open: boolean
  /** Absolute path of a JSON list of `instances.add` inputs; those that are there already stay as they are. */
  readonly addInstances: string | undefined
  /** Absolute path of a JSON object that names a team to join (join-team.ts). */
  readonly joinTeam: string | undefined
  /** Sets an archive of which nothing can be read aside, and begins with an empty one. */
  readonly beginEmpty: boolean
  /** Undefined: as the log is by default. */
  readonly logLevel: LogLevel | undefined
}

export type HostOptionsResult =
  | { readonly kind: 'ok'; readonly options: HostOptions }
  | { readonly kind: 'bad'; readonly reason: string }

/** Reads the arguments both hosts know. `rest` (Chromium's own switches, a deep link) is let through when `lenient`. */
export function parseHostOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  { lenient = false } = {},
): HostOptionsResult {
  const parsed = parse(args, lenient)
  if (parsed.kind === 'bad') return parsed
  const { values } = parsed
  const port = values.port ?? '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return { kind: 'bad', reason: `--port takes a number from 0 to 65535, not "${port}".` }
  }
  const dataDir = values['data-dir'] ?? env['SWITCHBOARD_DATA_DIR']
  if (dataDir === '') return { kind: 'bad', reason: '--data-dir takes the path of a folder.' }
  const logLevel = values['log-level'] ?? env['SWITCHBOARD_LOG_LEVEL']
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    const by = values['log-level'] === undefined ? 'SWITCHBOARD_LOG_LEVEL' : '--log-level'
    return { kind: 'bad', reason: `${by} takes one of ${logLevels.join(', ')}, not "${logLevel}".` }
  }
  const list = values['add-instances']
  const team = values['join-team']
  return {
    kind: 'ok',
    options: {
      dataDir: dataDir === undefined ? undefined : path.resolve(cwd, dataDir),
      port: Number(port),
      open: !values['no-open'],
      addInstances: list === undefined ? undefined : path.resolve(cwd, list),
      joinTeam: team === undefined ? undefined : path.resolve(cwd, team),
      beginEmpty: values['begin-empty'] === true,
      logLevel,
    },
  }
}

interface Values {
  readonly 'data-dir'?: string
  readonly port?: string
  readonly 'no-open'?: boolean
  readonly 'add-instances'?: string
  readonly 'join-team'?: string
  readonly 'log-level'?: string
  readonly 'begin-empty'?: boolean
}

function parse(
  args: readonly string[],
  lenient: boolean,
): { kind: 'ok'; values: Values } | { kind: 'bad'; reason: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: !lenient,
      allowPositionals: lenient,
      options: {
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        'add-instances': { type: 'string' },
        'join-team': { type: 'string' },
        'log-level': { type: 'string' },
        'begin-empty': { type: 'boolean' },
      },
    })
    if ([values['data-dir'], values['add-instances'], values['join-team']].includes(true)) {
      return { kind: 'bad', reason: '--data-dir, --add-instances and --join-team take a path.' }
    }
    if (typeof values['log-level'] === 'boolean') {
      return { kind: 'bad', reason: `--log-level takes one of ${logLevels.join(', ')}.` }
    }
    return { kind: 'ok', values: values as Values }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'bad', reason: message.endsWith('.') ? message : `${message}.` }
  }
}

/** The default data directory of both hosts: the desktop's folder, so that they share it. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Switchboard')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Switchboard')
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'Switchboard')
}

/** The system as the window knows it. */
export const hostPlatform = (platform: NodeJS.Platform): AppInfo['platform'] =>
  platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
