import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { commandLineBuild } from '../build/command-line-build.mjs'
import { projectRoot } from '../project-root.mjs'
import { zipFile } from './zip-file.mjs'

const require = createRequire(import.meta.url)
const built = path.join(projectRoot, 'out/cli/switchboardctl.mjs')
const fileOf = (name) => readFileSync(path.join(projectRoot, name))
const { version, description, license, author } = JSON.parse(fileOf('package.json').toString())

/** Where Node looks for what was put into it, as its documentation names it. */
const sentinel = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/**
 * Writes the command line as one executable for this system: the Node that runs this, with the script in it (ADR 0035).
 * It reads no NODE_OPTIONS. Answers the file.
 */
export async function writeExecutable(folder) {
  const { build } = await import('vite')
  const { inject } = require('postject')
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(path.join(os.tmpdir(), 'switchboard-executable-'))
  try {
    await build(commandLineBuild({ outDir: work, target: 'node24', file: 'switchboardctl.cjs', format: 'cjs' }))
    const main = path.join(work, 'switchboardctl.cjs')
    writeFileSync(main, readFileSync(main, 'utf8').replace(/^#!.*\n/, ''))
    const config = path.join(work, 'config.json')
    const output = path.join(work, 'blob')
    const options = { disableExperimentalSEAWarning: true, useCodeCache: true, execArgvExtension: 'none' }
    writeFileSync(config, JSON.stringify({ main, output, ...options }))
    const made = spawnSync(process.execPath, ['--experimental-sea-config', config], { encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
    const isWindows = process.platform === 'win32'
    const file = path.join(
      folder,
      `switchboardctl-${version}-${process.platform}-${process.arch}${isWindows ? '.exe' : ''}`,
    )
    copyFileSync(process.execPath, file)
    chmodSync(file, 0o755)
    // What is changed is not what was signed.
    if (process.platform === 'darwin') spawnSync('codesign', ['--remove-signature', file])
    await inject(file, 'NODE_SEA_BLOB', readFileSync(output), {
      sentinelFuse: sentinel,
      ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
    })
    // Apple's own processors run nothing unsigned; who publishes it signs it anew.
    if (process.platform === 'darwin') spawnSync('codesign', ['--sign', '-', file])
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** What an assistant asks for, and how it starts the server (MCPB's manifest, version 0.3). */
export const manifest = {
  manifest_version: '0.3',
  name: 'switchboard',
  display_name: 'Switchboard',
  version,
  description: 'Reads the chats of your messaging instances, and proposes messages that you send.',
  long_description: `${description} It connects to the Switchboard that runs on this computer. Switch on "Let AI assistants connect" in Settings, Programs, and add an AI assistant under Programs: its key goes into the field below. Which chats it sees and whether it may send by itself is decided there.`,
  author: { name: author },
  license,
  icon: 'icon.png',
  server: {
    type: 'node',
    entry_point: 'server/switchboardctl.mjs',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/switchboardctl.mjs', 'mcp'],
      env: { SWITCHBOARD_KEY: '${user_config.key}' },
    },
  },
  tools_generated: true,
  user_config: {
    key: {
      type: 'string',
      title: 'Key',
      description: 'The key of the AI assistant that you added in Switchboard, under Programs.',
      sensitive: true,
      required: true,
    },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
}

/** Writes the extension that Claude Desktop and others install by a double click. Answers the file. */
export function writeAssistantBundle(folder) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `switchboard-${version}.mcpb`)
  const archive = zipFile([
    { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: 'icon.png', bytes: fileOf('resources/icons/512x512.png') },
    { name: 'LICENSE', bytes: fileOf('LICENSE') },
    { name: 'licences.txt', bytes: fileOf('out/licences.txt') },
    { name: 'server/switchboardctl.mjs', bytes: readFileSync(built), mode: 0o755 },
  ])
  writeFileSync(file, archive)
  return file
}
