import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError } from './cli-error.ts'
import type { Io } from './io.ts'

/** Keys by data directory. Outside of it: a copy of the data carries no key. */
type Keys = Readonly<Record<string, string>>

const keyForm = /^sbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/

export function keyFileOf({ platform, env, home }: Io): string {
  const folder =
    platform === 'win32'
      ? (env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? path.join(home, 'Library', 'Application Support')
        : (env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'))
  return path.join(folder, 'switchboardctl', 'keys.json')
}

/** The key for a desk: of the environment, or of an earlier login. Throws where there is none. */
export function keyFor(io: Io, dataDir: string): string {
  const given = io.env['SWITCHBOARD_KEY']
  if (given !== undefined && given !== '') {
    if (!keyForm.test(given)) throw new CliError('refused', 'keyRefused', 'SWITCHBOARD_KEY is no key of a program.')
    return given
  }
  const key = readKeys(io)[nameOf(dataDir)]
  if (key === undefined)
    throw new CliError(
      'refused',
      'noKey',
      'There is no key for this desk. Log in with "switchboardctl login", or set SWITCHBOARD_KEY.',
    )
  return key
}

export function storeKey(io: Io, dataDir: string, key: string): void {
  writeKeys(io, { ...readKeys(io), [nameOf(dataDir)]: key })
}

/** False: there was none. */
export function forgetKey(io: Io, dataDir: string): boolean {
  const { [nameOf(dataDir)]: key, ...others } = readKeys(io)
  if (key !== undefined) writeKeys(io, others)
  return key !== undefined
}

function nameOf(dataDir: string): string {
  try {
    return realpathSync(dataDir)
  } catch {
    return dataDir
  }
}

function readKeys(io: Io): Keys {
  const file = keyFileOf(io)
  let text: string
  try {
    if (io.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new CliError('refused', 'keyFileOpen', `Others may read ${file}. Run: chmod 600 ${file}`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof CliError) throw error
    return {}
  }
  try {
    const keys = Object.entries(JSON.parse(text) as object)
    return Object.fromEntries(keys.filter(([, key]) => typeof key === 'string' && keyForm.test(key)))
  } catch {
    throw new CliError('failed', 'keyFileBroken', `${file} can not be read. Remove it, and log in again.`)
  }
}

function writeKeys(io: Io, keys: Keys): void {
  const file = keyFileOf(io)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  rmSync(written, { force: true })
  writeFileSync(written, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(written, file)
}
