import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { codeCacheName, isOursAlone } from './code-cache.ts'

const folders = new DisposableStack()
afterAll(() => folders.dispose())
const tempDir = (): string => realpathSync(folders.use(createTempDir()).path)

const ownModule = pathToFileURL(path.join(import.meta.dirname, 'code-cache.ts')).href

/**
 * A process that starts with the cache and says where Node keeps what it compiles, in itself and in a worker of the
 * store's kind.
 */
function startIn(dataDir: string, more = '', then = ''): string {
  const program = path.join(dataDir, 'program.mjs')
  writeFileSync(
    program,
    `import module from 'node:module'
    import { enableCodeCache } from ${JSON.stringify(ownModule)}
    enableCodeCache({ dataDir: ${JSON.stringify(dataDir)}, program: import.meta.filename${more} })
    process.stdout.write(module.getCompileCacheDir() ?? 'none')
    ${then}`,
  )
  const { NODE_COMPILE_CACHE: _none, ...env } = process.env
  return execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], { env, encoding: 'utf8' })
}

describe.skipIf(process.platform === 'win32')('compiled programs', () => {
  test('are kept in the data directory, for this person only', () => {
    const dataDir = tempDir()
    chmodSync(dataDir, 0o755)
    expect(startIn(dataDir)).toContain(path.join(dataDir, codeCacheName) + path.sep)
    expect(statSync(path.join(dataDir, codeCacheName)).mode & 0o777).toBe(0o700)
    expect(readdirSync(path.join(dataDir, codeCacheName))).toHaveLength(1)
  })

  test('are not read from a folder that others may write, or could put in its place', () => {
    const dataDir = tempDir()
    const folder = path.join(dataDir, codeCacheName)
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o770)
    expect(startIn(dataDir)).toBe('none')
    chmodSync(folder, 0o700)
    expect(isOursAlone(folder)).toBe(true)
    chmodSync(dataDir, 0o777)
    expect(isOursAlone(folder)).toBe(false)
    expect(startIn(dataDir)).toBe('none')
    // As /tmp is: what is there can be removed and renamed by its owner alone.
    chmodSync(dataDir, 0o1777)
    expect(isOursAlone(folder)).toBe(true)
  })

  test('are not read through a link, wherever it leads', () => {
    const dataDir = tempDir()
    const shared = path.join(tempDir(), 'shared')
    mkdirSync(shared, { mode: 0o700 })
    chmodSync(shared, 0o777)
    symlinkSync(shared, path.join(dataDir, codeCacheName))
    expect(startIn(dataDir)).toBe('none')
    expect(readdirSync(shared)).toEqual([])
    expect(isOursAlone(path.join(dataDir, codeCacheName))).toBe(false)
  })

  test('are those of the last start although the file has a new time, and go with another build', () => {
    const dataDir = tempDir()
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 50))'
    const first = startIn(dataDir, ', keepAfterMs: 5', wait)
    expect(startIn(dataDir, ', keepAfterMs: 5', wait)).toBe(first)
    const next = startIn(dataDir, ', keepAfterMs: 5', `${wait} // another build`)
    expect(next).not.toBe(first)
    expect(readdirSync(path.join(dataDir, codeCacheName))).toHaveLength(1)
  })

  test('may be deleted at any time, with everything else there', () => {
    const dataDir = tempDir()
    const then = `
      const { rmSync } = await import('node:fs')
      rmSync(${JSON.stringify(path.join(dataDir, codeCacheName))}, { recursive: true })
      setTimeout(() => process.stdout.write(' and alive'), 50)`
    expect(startIn(dataDir, ', keepAfterMs: 5', then)).toMatch(/ and alive$/)
  })

  test('are not kept where Node can not tell who may write', () => {
    expect(startIn(tempDir(), ", platform: 'win32'")).toBe('none')
  })
})
