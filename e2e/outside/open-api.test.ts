import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { pathToFileURL } from 'node:url'
import { startSendingPrograms } from '../../src/local-api/testing/sending-scene.ts'
import { toOpenApi } from '../../src/public-api/to-open-api.ts'
import { adapters, type Answered, type Asked } from './generated-clients.ts'
import { chats, messagesOfChat, runScript } from './script-of-calls.ts'

const run = promisify(execFile)

/** Runs a program of others in a folder beside them, with the document as openapi.json. */
async function start(server = 'http://127.0.0.1:47811') {
  const cwd = await mkdtemp(path.join(import.meta.dirname, 'node_modules/.open-api-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const document = toOpenApi({ version: '1.0.0', server })
  await writeFile(path.join(cwd, 'openapi.json'), JSON.stringify(document, null, 1))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return {
    cwd,
    write: (name: string, text: string) => writeFile(path.join(cwd, name), text),
    /** Answers the exit code, and what was printed. */
    run: (name: string, ...args: string[]) =>
      run(path.join(import.meta.dirname, 'node_modules/.bin', name), args, { cwd, env }).then(
        ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          text: error.stdout + error.stderr,
        }),
      ),
  }
}

const fine = { code: 0 }

test('Redocly and Spectral find nothing in the OpenAPI document', async () => {
  const scene = await start()
  await scene.write('ruleset.yaml', 'extends: ["spectral:oas"]')
  const spectral = ['lint', 'openapi.json', '--ruleset', 'ruleset.yaml', '--fail-severity', 'hint']
  expect(await scene.run('spectral', ...spectral)).toMatchObject(fine)
  // Its exit code counts errors alone.
  const redocly = await scene.run('redocly', 'lint', 'openapi.json', '--extends', 'recommended')
  expect(redocly.text).toContain('Your API description is valid')
  expect(redocly.text).not.toMatch(/warning/i)
})

/** Makes the three clients of the document, compiles them under `strict`, and bundles each. Answers their files. */
async function makeClients(scene: Awaited<ReturnType<typeof start>>, server: string) {
  const output = {
    target: './made/orval.ts',
    client: 'fetch',
    headers: true,
    baseUrl: server,
    urlEncodeParameters: true,
  }
  const orval = { input: './openapi.json', output }
  await scene.write('orval.config.mjs', `export default ${JSON.stringify({ api: orval })}`)
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
  }
  await scene.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['made'] }))
  expect(await scene.run('openapi-typescript', 'openapi.json', '-o', 'made/types.d.ts')).toMatchObject(fine)
  expect(await scene.run('openapi-ts', '-i', './openapi.json', '-o', './made/hey', '--no-log-file')).toMatchObject(fine)
  expect(await scene.run('orval', '--config', 'orval.config.mjs')).toMatchObject(fine)
  for (const [name, text] of Object.entries(adapters)) await scene.write(`made/${name}.adapter.ts`, text)
  expect(await scene.run('tsc', '-p', '.')).toMatchObject(fine)
  const files: Record<string, string> = {}
  for (const name of Object.keys(adapters)) {
    const made = ['--bundle', '--format=esm', '--platform=node', `--outfile=${name}.mjs`]
    expect(await scene.run('esbuild', `made/${name}.adapter.ts`, ...made)).toMatchObject(fine)
    files[name] = path.join(scene.cwd, `${name}.mjs`)
  }
  return files
}

interface GeneratedClient {
  readonly call: (asked: Asked) => Promise<Answered>
  readonly name: () => Promise<string | undefined>
}

/** A desk with a few chats, the key of a program, and the phones of the people by their ids. */
async function startDesk() {
  const { scene, account } = await startSendingPrograms()
  const { key } = await scene.add('jsonl', {
    ...{ name: 'Orders', rights: ['see', 'draft', 'send'] },
    sendLimits: { minute: 1000, hour: 1000, day: 1000 },
  })
  for (const chat of chats)
    for (let count = 0; count < messagesOfChat; count++) await scene.receive(`message ${count} of ${chat}`, chat)
  await scene.app.untilApplied()
  const phones = new Map(chats.map((chat) => [account.person(chat.replace('@c.us', '')).chatId, chat]))
  return { base: scene.base, key, phones }
}

/** What a client of one generator made of the script. */
async function runAtDesk(file: string, { base, key, phones }: Awaited<ReturnType<typeof startDesk>>) {
  const { createCall } = (await import(pathToFileURL(file).href)) as {
    createCall: (server: string, key: string) => GeneratedClient
  }
  const client = createCall(base, key)
  expect(await client.name()).toBe('Orders')
  const log = await runScript(client.call)
  const [, , , , me] = log[0] ?? []
  const { epoch } = me as { epoch: string }
  return normalised(log, epoch, phones)
}

/**
 * Without what differs from desk to desk: times, ids of uploads, how far a message is, and whether the desk has learned
 * a person's id already, which replaces the phone.
 */
function normalised(
  log: readonly (readonly unknown[])[],
  epoch: string,
  phones: ReadonlyMap<string, string>,
): readonly unknown[] {
  const dropped = new Set(['serviceId', 'waitingSince', 'dueAt'])
  const text = JSON.stringify(log, (name, value: unknown) => {
    if (dropped.has(name) || (name === 'status' && typeof value === 'object')) return undefined
    if (name === 'nextCursor' || name === 'cursor') return typeof value
    return typeof value === 'string' ? (phones.get(value) ?? value) : value
  })
  const clean = text.replaceAll(epoch, 'epoch').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
  return JSON.parse(
    clean.replaceAll(/(timestamp\\*":)\d+/g, '$10').replaceAll(/"[0-9a-f]{32}"/g, '"an upload"'),
  ) as readonly unknown[]
}

test('clients that three generators make of the OpenAPI document compile under strict, and get the same answers', async () => {
  const desks = { 'openapi-typescript': await startDesk(), 'hey-api': await startDesk(), orval: await startDesk() }
  // The address is a part of this one's client.
  const server = desks.orval.base
  const files = await makeClients(await start(server), server)
  const logs: (readonly unknown[])[] = []
  for (const name of ['openapi-typescript', 'hey-api', 'orval'] as const)
    logs.push(await runAtDesk(files[name] ?? '', desks[name]))
  const [first = [], ...others] = logs
  expect(first.length).toBeGreaterThanOrEqual(200)
  const statuses = new Set(first.map((one) => (one as readonly unknown[])[3]))
  expect([...statuses].toSorted()).toEqual([200, 202, 400, 403, 404, 409, 422])
  for (const other of others) expect(other).toEqual(first)
})
