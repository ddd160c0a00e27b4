import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { zipFile } from './zip-file.mjs'

const built = path.join(projectRoot, 'out/cli/switchboardctl.mjs')
const fileOf = (name) => readFileSync(path.join(projectRoot, name))
const { version, description, license, author } = JSON.parse(fileOf('package.json').toString())

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
