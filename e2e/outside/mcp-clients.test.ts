import { Client as NewClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assistantSnippets } from '../../src/renderer/features/programs/add/snippets/assistant-snippets.ts'
import { idInstance, startPrograms } from '../../src/local-api/testing/program-scene.ts'

const anna = '79990001122@c.us'
const file = path.resolve(import.meta.dirname, '../../out/cli/switchboardctl.mjs')

interface Called {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
}
/** What both lines have in common. */
interface Client {
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<Called>
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly unknown[] }>
  readResource(asked: { readonly uri: string }): Promise<{ readonly contents: readonly unknown[] }>
}

const info = { name: 'outside', version: '1.0.0' }
const lines = {
  new: { client: () => new NewClient(info), Stdio: NewStdio, Http: NewHttp },
  old: { client: () => new OldClient(info), Stdio: OldStdio, Http: OldHttp },
}

test.each([
  ['new', 'stdio'],
  ['new', 'http'],
  ['old', 'stdio'],
  ['old', 'http'],
] as const)('the client of the %s line lists and calls every tool over %s', async (line, way) => {
  const scene = await startPrograms({ mcp: true })
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft', 'send'] })
  const { client: create, Stdio, Http } = lines[line]
  const client = create() as unknown as Client
  const env = { SWITCHBOARD_KEY: key, SWITCHBOARD_DATA_DIR: scene.app.dataDir, HOME: scene.app.dataDir }
  const transport =
    way === 'stdio'
      ? new Stdio({ command: process.execPath, args: [file, 'mcp'], env })
      : new Http(new URL(`${scene.base}/mcp`), { requestInit: { headers: { authorization: `Bearer ${key}` } } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const chat = { instanceId: idInstance, chatId: anna }
  const call = async (name: string, args: object) => {
    const { isError = false, content } = await client.callTool({ name, arguments: args })
    expect({ name, isError, text: isError ? content[0]?.text : '' }).toEqual({ name, isError: false, text: '' })
    return JSON.parse(content[0]?.text ?? '') as { items: { id: string }[] }
  }
  const messages = await call('read_chat', chat)
  const calls: Readonly<Record<string, object>> = {
    list_instances: {},
    list_chats: { limit: 5 },
    read_chat: chat,
    get_message: { messageId: messages.items[0]?.id },
    search_messages: { text: 'hello' },
    list_waiting: {},
    send_message: { ...chat, text: 'Hello from the outside', sendId: 'outside-send-1' },
    get_send_status: { sendId: 'outside-send-1' },
    propose_message: { ...chat, text: 'May I?', sendId: 'outside-propose-1', reason: 'asked' },
    set_label: { ...chat, label: 'urgent' },
  }
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [name, args] of Object.entries(calls)) await call(name, args)
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
  expect((await client.readResource({ uri: 'switchboard://help' })).contents).toHaveLength(1)
})

interface Settings {
  readonly command?: string
  readonly args?: string[]
  readonly env?: Record<string, string>
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

test.each(['claude', 'vsCode', 'cursor'])('the settings for %s connect as they are pasted', async (language) => {
  const scene = await startPrograms({ mcp: true })
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const facts = { address: scene.base, idInstance: '', receiverPort: 0 }
  const { code } = assistantSnippets(facts, { commandLine: file, dataDir: scene.app.dataDir, programKey: key }).find(
    (one) => one.language === language,
  ) ?? { code: '' }
  const { mcpServers, servers = mcpServers } = JSON.parse(code) as Record<string, { switchboard: Settings }>
  const { command, args, env, url = '', headers = {} } = servers?.switchboard ?? {}
  // What the assistant fills in by itself.
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace(/\$\{[^}]+\}/, key)])
  const transport =
    command === undefined
      ? new NewHttp(new URL(url), { requestInit: { headers: Object.fromEntries(filled) as Record<string, string> } })
      : new NewStdio({
          ...{ command, args: args ?? [] },
          env: { ...env, PATH: process.env['PATH'] ?? '' },
        })
  const client = new NewClient(info)
  await client.connect(transport)
  onTestFinished(() => client.close())
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('propose_message')
  expect(names).not.toContain('send_message')
})
