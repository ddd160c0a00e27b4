import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, idInstance, startPrograms, type ProgramScene } from '../local-api/testing/program-scene.ts'
import { assistantSnippets } from '../renderer/features/programs/add/snippets/assistant-snippets.ts'
import { botSnippets } from '../renderer/features/programs/add/snippets/bot-snippets.ts'
import { scriptSnippets } from '../renderer/features/programs/add/snippets/script-snippets.ts'
import type { Snippet } from '../renderer/features/programs/add/snippets/snippet.ts'
import { streamSnippets } from '../renderer/features/programs/add/snippets/stream-snippets.ts'
import { webhookSnippets } from '../renderer/features/programs/add/snippets/webhook-snippets.ts'

const commands = {
  node: [process.execPath, 'mjs'],
  nodeV2: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  shell: ['sh', 'sh'],
} as const
const isThere = (command: string) => spawnSync(command, ['--version']).status === 0

/** Those that can run here: PHP and the service's client for Python come with no package of npm. */
const runnable = (snippets: readonly Snippet[], isBot = false) =>
  snippets.flatMap(({ language, code }) => {
    if (!Object.hasOwn(commands, language) || (isBot && language === 'python')) return []
    const name = language as keyof typeof commands
    const isMissing = (name === 'python' && !isThere('python3')) || (name === 'shell' && !isThere('curl'))
    return isMissing ? [] : [{ language: name, code }]
  })

interface Running {
  readonly name: string
  readonly child: ChildProcess
  output: string
}

/**
 * A program in a group of its own, because a shell has children; the group ends with the input, which a runner of tests
 * that is killed closes too.
 */
const guard = `const { spawn } = require('node:child_process')
const [command, file] = process.argv.slice(1)
const child = spawn(command, [file], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
child.once('exit', (code) => process.exit(code ?? 1))
process.stdin.resume().once('close', () => process.kill(-child.pid, 'SIGKILL'))`

/** Runs code as it was pasted into a file, with the key or secret in its environment. */
function run(scene: ProgramScene, name: string, { language, code }: ReturnType<typeof runnable>[number], env: object) {
  const folder = path.join(scene.app.dataDir, name.replaceAll(' ', '-'))
  mkdirSync(folder)
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const [command, extension] = commands[language]
  const file = path.join(folder, `pasted.${extension}`)
  writeFileSync(file, code)
  const direct = { http_proxy: '', HTTP_PROXY: '', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, ['-e', guard, command, file], {
    cwd: folder,
    env: { ...process.env, ...direct, ...env },
  })
  const running: Running = { name, child, output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (running.output += text))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  })
  return running
}

const kinds = { first: 'pastedFirst', large: 'pastedLarge', after: 'pastedAfter' }
/** What customers write: other languages take this for the end of a line. */
const separators = '\u2028'.repeat(350_000)

async function receive(scene: ProgramScene, kind: string, text = '') {
  await scene.receiveRaw(JSON.stringify({ typeWebhook: kind, text }))
}

/** Waits until each has printed the kind of an event; one that ended says what with. */
const untilAllPrinted = (scene: ProgramScene, all: readonly Running[], kind: string) =>
  scene.app.waitFor(kind, () => {
    const ended = all.find(({ child }) => child.exitCode !== null)
    if (ended !== undefined) throw new Error(`${ended.name} ended: ${ended.output.slice(-2000)}`)
    return all.every(({ output }) => output.includes(kind))
  })

test('code of the window that reads events works as pasted, takes any text, and goes on after the desk was away', async () => {
  const scene = await startPrograms()
  const facts = { address: scene.base, idInstance, receiverPort: 0 }
  const all: Running[] = []
  for (const [protocol, snippets] of [
    ['queue', runnable(botSnippets(facts), true)],
    ['jsonl', runnable(scriptSnippets(facts))],
    ['stream', runnable(streamSnippets(facts))],
  ] as const)
    for (const snippet of snippets) {
      const { key } = await scene.add(protocol)
      expect(snippet.code).not.toContain(key)
      all.push(run(scene, `${protocol} ${snippet.language}`, snippet, { SWITCHBOARD_KEY: key }))
    }
  expect(all.length).toBeGreaterThanOrEqual(6)
  await receive(scene, kinds.first)
  await receive(scene, kinds.large, separators)
  await untilAllPrinted(scene, all, kinds.large)
  await scene.app.until('programs.list', {}, ({ rows }) => rows.every(({ backlog }) => backlog.events === 0))
  await scene.app.call('settings.update', { programs: false })
  await scene.app.until('programs.list', {}, ({ listener }) => listener.kind === 'off')
  await receive(scene, kinds.after)
  await scene.app.call('settings.update', { programs: true })
  await untilAllPrinted(scene, all, kinds.after)
  await scene.app.until('programs.list', {}, ({ rows }) => rows.every(({ backlog }) => backlog.events === 0))
  for (const { name, output } of all)
    for (const kind of Object.values(kinds)) expect(output.split(kind), `${name}: ${kind}`).toHaveLength(2)
})

test('receivers of the window check the signature, outlive a request that breaks off, and listen on this computer alone', async () => {
  const scene = await startPrograms()
  for (const { language } of runnable(webhookSnippets({ address: '', idInstance, receiverPort: 0 }))) {
    const port = await freePort()
    const [snippet] = runnable(webhookSnippets({ address: '', idInstance, receiverPort: port })).filter(
      (one) => one.language === language,
    )
    if (snippet === undefined) throw new Error(`no snippet for ${language}`)
    const url = `http://127.0.0.1:${port}/hook`
    const webhook = { url, allowPrivate: false, inFlight: 1, timeoutMs: 180_000 }
    const { secret, program } = await scene.add('webhook', { webhook })
    const running = run(scene, `webhook ${language}`, snippet, { SWITCHBOARD_SECRET: secret })
    const unsigned = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      )
    await scene.app.waitFor('the receiver listens', async () => (await unsigned()) === 401)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /hook HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"half"')
    socket.destroy()
    await once(socket, 'close')
    await receive(scene, kinds.first)
    await receive(scene, kinds.large, separators)
    await untilAllPrinted(scene, [running], kinds.large)
    await scene.app.until('programs.list', {}, ({ rows }) => rows.every(({ backlog }) => backlog.events === 0))
    expect(await unsigned()).toBe(401)
    const others = Object.values(networkInterfaces()).flatMap((of) => of ?? [])
    for (const { address } of others.filter(({ internal, family }) => !internal && family === 'IPv4'))
      await expect(fetch(`http://${address}:${port}/hook`)).rejects.toThrow('fetch failed')
    await scene.app.call('programs.remove', { program })
  }
})

test('settings of the window for assistants lead to the tools', async () => {
  const scene = await startPrograms({ mcp: true })
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'], purpose: 'assistant' })
  const commandLine = path.resolve('src/cli/index.ts')
  const snippets = assistantSnippets(
    { address: scene.base, idInstance, receiverPort: 0 },
    { commandLine, dataDir: scene.app.dataDir, programKey: key },
  )
  const settingsOf = (language: Snippet['language']): unknown =>
    JSON.parse(snippets.find((one) => one.language === language)?.code ?? '')
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

  const { command, args, env } = (
    settingsOf('claude') as { mcpServers: { switchboard: { command: string; args: string[]; env: object } } }
  ).mcpServers.switchboard
  expect(command).toBe('node')
  const { stdout } = spawnServer(args, env, `${list}\n`)
  const text = await stdout
  expect(text).toContain('propose_message')

  interface Remote {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
  }
  const { servers } = settingsOf('vsCode') as { servers: { switchboard: Remote } }
  const { mcpServers } = settingsOf('cursor') as { mcpServers: { switchboard: Remote } }
  for (const { url, headers } of [servers.switchboard, mcpServers.switchboard]) {
    const filled = Object.entries(headers).map(([name, value]) => [name, value.replace(/\$\{.*\}/, key)])
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await fetch(url, { method: 'POST', body: list, headers: { ...json, ...Object.fromEntries(filled) } })
    expect(await answer.text()).toContain('propose_message')
  }
})

/** What an assistant starts, with one line on its stdin. */
function spawnServer(args: readonly string[], env: object, stdin: string): { readonly stdout: Promise<string> } {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(stdin)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return { stdout: once(child, 'close').then(() => text) }
}
