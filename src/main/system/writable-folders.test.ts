import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unwritableFolder } from './writable-folders.ts'

function makeParent(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'switchboard-writable-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

test('names the first folder that takes no file, and leaves nothing in the others', () => {
  const parent = makeParent()
  const good = path.join(parent, 'new/folder')
  const file = path.join(parent, 'a-file')
  writeFileSync(file, '')
  expect(unwritableFolder(good, parent)).toBeNull()
  expect(readdirSync(good)).toEqual([])
  const below = path.join(file, 'below')
  expect(unwritableFolder(below, parent)).toEqual({ folder: below, code: 'ENOTDIR' })
})

test('a temporary folder that is gone is named, not made', () => {
  const parent = makeParent()
  const gone = path.join(parent, 'gone')
  for (let start = 0; start < 2; start += 1) {
    expect(unwritableFolder(parent, gone)).toEqual({ folder: gone, code: 'ENOENT' })
  }
})

/** A program that may mount file systems, in a namespace of its own. */
const mounting = ['-rm', 'sh', '-e', '-c']

const mayMount = (): boolean => {
  try {
    execFileSync('unshare', [...mounting, `mount -t tmpfs none '${tmpdir()}'`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!mayMount()).for([
  ['a read-only disk', 'mount -o remount,ro "$1"', 'EROFS'],
  ['a full disk', 'head -c 4096 /dev/zero > "$1/full"', 'ENOSPC'],
] as const)('%s is named', ([, prepare, code]) => {
  const disk = path.join(makeParent(), 'disk')
  mkdirSync(disk)
  const script = `import { unwritableFolder } from '${new URL('writable-folders.ts', import.meta.url).href}'
    process.stdout.write(JSON.stringify(unwritableFolder(process.argv[1], process.argv[2])))`
  const commands = `mount -t tmpfs -o size=4k none "$1"; ${prepare}; exec "$0" --input-type=module -e "$2" "$1" "$3"`
  const args = [...mounting, commands, process.execPath, disk, script, path.dirname(disk)]
  expect(JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' }))).toEqual({ folder: disk, code })
})
