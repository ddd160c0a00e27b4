import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPrograms } from '../../src/local-api/testing/program-scene.ts'
import { manifest, writeAssistantBundle, writeExecutable } from '../../tools/packing/command-line-packages.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-command-line-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const unpacked = path.join(folder, 'unpacked')
let executable = ''
beforeAll(async () => {
  executable = await writeExecutable(folder)
  execFileSync('unzip', ['-q', writeAssistantBundle(folder), '-d', unpacked])
})

/** Where nothing of this user is found. */
const nobody = { PATH: process.env['PATH'] ?? '', HOME: folder, APPDATA: folder }

test('the executable is the command line, whatever NODE_OPTIONS say', () => {
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(executable, args, { encoding: 'utf8', env: { ...nobody, SWITCHBOARD_DATA_DIR: folder, ...env } })
  expect(statSync(executable).mode & 0o111).not.toBe(0)
  const help = run(['help'])
  expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' })
  expect(help.stdout).toContain('Usage: switchboardctl')
  const intruder = path.join(folder, 'intruder.cjs')
  writeFileSync(intruder, 'process.exit(77)')
  const noDesk = run(['status', '--json'], { NODE_OPTIONS: `--require ${intruder}` })
  expect(noDesk.status).toBe(3)
  expect(JSON.parse(noDesk.stderr)).toMatchObject({ code: 'noDesk' })
  // Its own arguments are never taken for those of Node.
  expect(run(['--eval', 'process.exit(77)']).status).toBe(2)
})

test('an assistant that starts the executable, or the extension as its manifest says, finds the tools', async () => {
  const scene = await startPrograms({ mcp: true })
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const { args, env } = manifest.server.mcp_config
  const filled = args.map((arg) => arg.replace('${__dirname}', unpacked))
  const given = { SWITCHBOARD_KEY: env['SWITCHBOARD_KEY']?.replace('${user_config.key}', key) ?? '' }
  for (const [command, more] of [
    [executable, ['mcp']],
    [process.execPath, filled],
  ] as const) {
    const client = new Client({ name: 'outside', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        ...{ command, args: [...more] },
        env: { ...nobody, ...given, SWITCHBOARD_DATA_DIR: scene.app.dataDir },
      }),
    )
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('propose_message')
  }
})

test("the extension's manifest is one that its makers accept", () => {
  const program = path.resolve(import.meta.dirname, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'validate', unpacked], { encoding: 'utf8' })
  expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /)
})
