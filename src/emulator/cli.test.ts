import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createControlClient } from './control-client.ts'
import { scenarioNames } from './scenarios/scenarios.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill()
})

const run = (...args: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), ...args])
  children.push(child)
  return child
}

/** Everything it printed, once it has ended. */
const ended = (
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly out: string; readonly error: string }> =>
  new Promise((resolve) => {
    let out = ''
    let error = ''
    child.stdout?.on('data', (chunk) => (out += String(chunk)))
    child.stderr?.on('data', (chunk) => (error += String(chunk)))
    child.on('close', (code) => resolve({ code, out, error }))
  })

const firstLine = (
  child: ChildProcess,
): Promise<{ readonly url: string; readonly instances: readonly { readonly idInstance: string }[] }> =>
  new Promise((resolve) => {
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += String(chunk)
      if (out.includes('\n')) resolve(JSON.parse(out.slice(0, out.indexOf('\n'))))
    })
  })

test.each(scenarioNames)('scenario %s is ready, and its world answers', async (scenario) => {
  const { url, instances } = await firstLine(run('--scenario', scenario, '--instances', '2', '--seed', '5'))
  expect(instances.map((instance) => instance.idInstance)).toEqual(['1101000001', '1101000002'])
  const snapshot = await createControlClient(url).do('snapshot')
  expect(snapshot.instances).toHaveLength(2)
  expect((snapshot.instances[0]?.queue.length ?? 0) >= 5000).toBe(scenario === 'backlog')
})

test.each([
  [['--port', 'high'], '--port is a whole number'],
  [['--scenario', 'calm'], 'There is no scenario "calm"'],
  [['--instances', '0'], '--instances is a whole number'],
  [['--volume', '3'], '--volume'],
])('bad input %j: one clear sentence and exit code 2', async (args, says) => {
  const { code, out, error } = await ended(run(...args))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(error).toContain(says)
})

test('a port in use is named', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const { code, error } = await ended(run('--port', String(port)))
  server.close()
  expect(code).toBe(2)
  expect(error).toContain(`Port ${port} is in use.`)
})

test('--help lists every scenario', async () => {
  const { code, out } = await ended(run('--help'))
  expect(code).toBe(0)
  for (const scenario of scenarioNames) expect(out).toContain(scenario)
})
