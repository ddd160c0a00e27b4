import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPrograms } from '../../src/local-api/testing/program-scene.ts'
import { manifest, writeAssistantBundle } from '../../tools/packing/command-line-packages.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-command-line-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const unpacked = path.join(folder, 'unpacked')
beforeAll(() => {
  execFileSync('unzip', ['-q', writeAssistantBundle(folder), '-d', unpacked])
})

/** Where nothing of this user is found. */
const nobody = { PATH: process.env['PATH'] ?? '', HOME: folder, APPDATA: folder }

test('an assistant that starts the extension as its manifest says finds the tools', async () => {
  const scene = await startPrograms({ mcp: true })
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const { args, env } = manifest.server.mcp_config
  const filled = args.map((arg) => arg.replace('${__dirname}', unpacked))
  const given = { SWITCHBOARD_KEY: env['SWITCHBOARD_KEY']?.replace('${user_config.key}', key) ?? '' }
  const client = new Client({ name: 'outside', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      ...{ command: process.execPath, args: filled },
      env: { ...nobody, ...given, SWITCHBOARD_DATA_DIR: scene.app.dataDir },
    }),
  )
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('propose_message')
})

test("the extension's manifest is one that its makers accept", () => {
  const program = path.resolve(import.meta.dirname, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'validate', unpacked], { encoding: 'utf8' })
  expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /)
})
