import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { projectRoot } from './running-app.ts'
import { views } from './window.ts'

/** A port that nothing uses now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A request that a webhook's receiver got. */
interface ReceivedRequest {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: { readonly typeWebhook?: string }
}

export interface Receiver {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** What it answers from now on; a function sees the body. */
  answers(status: (body: string) => number): void
  close(): Promise<void>
}

/** The customer's own server, on this computer. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  let statusOf: (body: string) => number = () => 204
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      requests.push({ headers: request.headers, body: JSON.parse(text) as ReceivedRequest['body'] })
      response.writeHead(statusOf(text)).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answers(status) {
      statusOf = status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface RunningSnippet {
  readonly output: () => string
  stop(): Promise<void>
}

/** Runs code for Node as it was pasted, with the key or secret in its environment. */
export async function runNode(
  folder: string,
  code: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningSnippet> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'pasted.mjs')
  await writeFile(file, code)
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await ended
    },
  }
}

export const programsTable = (page: Page): Locator => page.getByRole('table', { name: 'Programs' })

export const programRow = (page: Page, name: string): Locator =>
  programsTable(page).getByRole('row').filter({ hasText: name })

/** Sets the port in Settings and switches programs on, as a person would; then goes to the view. */
export async function letProgramsConnect(page: Page, port: number): Promise<void> {
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Programs' }).click()
  const field = page.getByRole('textbox', { name: 'Port for programs' })
  await field.fill(String(port))
  await page.getByRole('button', { name: 'Use this port' }).click()
  await expect(page.getByText(`Programs connect at 127.0.0.1:${port}.`)).toBeVisible()
  await page.getByRole('switch', { name: 'Let programs on this computer connect' }).click()
  await views(page)
    .getByRole('link', { name: /^Programs/ })
    .click()
  await expect(page.getByRole('heading', { name: 'No programs yet' })).toBeVisible()
}

export type KindOfProgram =
  | 'Webhook'
  | 'Bot written for the service'
  | 'n8n or another automation tool'
  | 'Your own script'

/** Adds a program up to its last step, which stays open. */
export async function addProgram(
  page: Page,
  kind: KindOfProgram,
  name: string,
  fill: (dialog: Locator) => Promise<void> = async () => undefined,
): Promise<Locator> {
  await page.getByRole('button', { name: 'Add program' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add program' })
  await dialog.getByRole('radio', { name: new RegExp(`^${kind}`) }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Add program' }).click()
  const ready = page.getByRole('dialog', { name: `${name} is ready` })
  await ready.waitFor()
  return ready
}

/** Resolves when the command line finds the desk: its port is open. */
export const untilDeskIsFound = (dataDir: string): Promise<void> =>
  expect.poll(() => existsSync(path.join(dataDir, 'data/local-api.json'))).toBe(true)

/** The built command line with a home of its own, against the desk of a test. */
export const startCtl =
  (dataDir: string) =>
  async (
    ...args: readonly string[]
  ): Promise<{ readonly code: number | null; readonly out: string; readonly errors: string }> => {
    const child = spawn(process.execPath, [path.join(projectRoot, 'out/cli/switchboardctl.mjs'), ...args], {
      env: {
        SWITCHBOARD_DATA_DIR: path.join(dataDir, 'data'),
        ...{ HOME: path.join(dataDir, 'home'), XDG_CONFIG_HOME: path.join(dataDir, 'home') },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, errors }
  }

/** Opens the dialog in which the command line's question is answered: the window only tells of it. */
export async function openPairing(page: Page): Promise<Locator> {
  await page.getByRole('status').filter({ hasText: 'The command line asks to connect' }).getByText('Answer').click()
  return page.getByRole('dialog', { name: 'Let the command line connect?' })
}
