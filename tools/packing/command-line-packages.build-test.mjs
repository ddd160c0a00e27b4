import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { manifest, writeAssistantBundle } from './command-line-packages.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-command-line-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = `sbk_${'a'.repeat(8)}_${'b'.repeat(38)}`

/** The files of an archive, by the directory at its end, as every program that unpacks reads it. */
function unzip(file) {
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const files = new Map()
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, whole, name, extra, note] = [20, 24, 28, 30, 32].map((place) =>
      place < 28 ? bytes.readUInt32LE(at + place) : bytes.readUInt16LE(at + place),
    )
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(begin, begin + packed))
    expect(content.length).toBe(whole)
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), content)
    at += 46 + name + extra + note
  }
  return files
}

test('the extension for assistants holds a server that starts as its manifest says', () => {
  const files = unzip(writeAssistantBundle(folder))
  expect([...files.keys()]).toEqual([
    ...['manifest.json', 'icon.png', 'LICENSE', 'licences.txt'],
    manifest.server.entry_point,
  ])
  expect(JSON.parse(files.get('manifest.json').toString())).toEqual(manifest)
  const server = path.join(folder, 'switchboardctl.mjs')
  writeFileSync(server, files.get(manifest.server.entry_point))
  const { command, args, env } = manifest.server.mcp_config
  expect(command).toBe('node')
  const filled = args.map((arg) => arg.replace(`\${__dirname}/${manifest.server.entry_point}`, server))
  // Without a desk it says what to do.
  const { status, stderr } = spawnSync(process.execPath, filled, {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, APPDATA: folder, SWITCHBOARD_DATA_DIR: folder },
      SWITCHBOARD_KEY: env.SWITCHBOARD_KEY.replace('${user_config.key}', key),
    },
  })
  expect(stderr).toContain('Let programs connect')
  expect(status).toBe(3)
})
