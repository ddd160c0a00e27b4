import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CliError } from './cli-error.ts'
import type { Io } from './io.ts'

/** The desk that runs on this computer, by the file that it writes while programs may connect. */
export interface Desk {
  readonly dataDir: string
  readonly port: number
  readonly pid: number
  readonly ticket: string
}

/** The desk and the key of a command. */
export interface Access {
  /** Found at each use: a restarted desk may have another port. Throws where none runs. */
  readonly desk: Desk
  readonly key: string
}

/** Where both hosts have their data when they are told nothing else. */
export function dataDirOf({ platform, env, home, cwd }: Io, given: string | undefined): string {
  const named = given ?? env['SWITCHBOARD_DATA_DIR']
  if (named !== undefined && named !== '') return path.resolve(cwd, named)
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Switchboard')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Switchboard')
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'Switchboard')
}

export function findDesk(io: Io, given: string | undefined): Desk {
  const dataDir = dataDirOf(io, given)
  const file = readDeskFile(path.join(dataDir, 'local-api.json'))
  if (file === null || !isRunning(file.pid)) throw noDesk(dataDir)
  return { dataDir, ...file }
}

export const noDesk = (dataDir: string): CliError =>
  new CliError(
    'noDesk',
    'noDesk',
    `No desk is open for programs in ${dataDir}. Start Switchboard and choose "Let programs connect" under Programs, ` +
      'or name another data directory with --data-dir.',
  )

function readDeskFile(file: string): Omit<Desk, 'dataDir'> | null {
  try {
    const { port, pid, ticket } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
    return isPort && typeof pid === 'number' && typeof ticket === 'string' ? { port, pid, ticket } : null
  } catch {
    return null
  }
}

/**
 * A desk that was killed leaves its file behind, and the port may be anybody's by then: another user's process with
 * this number is not ours either.
 */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
