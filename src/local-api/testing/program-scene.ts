import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Input } from '../../contract/index.ts'
import type { InstanceKey, ProgramKey } from '../../contract/ids.ts'
import type { ProgramProtocol } from '../../contract/programs.ts'
import { takeIntoStore } from '../../core/testing/take-notification.ts'
import { startTestCore, type TestCore, type TestCoreOptions } from '../../core/testing/start-test-core.ts'
import { openLocalApi } from '../open-local-api.ts'

export const idInstance = '1101000001'
const everything = { instances: null, kinds: null, labels: null, groups: true }

/** Core with the place where programs connect, on a port that is free, and what tests do with it. */
export interface ProgramScene {
  readonly app: TestCore
  readonly port: number
  readonly base: string
  /**
   * Stores a notification as if it had come by the queue, of the first instance or another one. Answers its journal
   * key.
   */
  receive(text: string, from?: string, instance?: InstanceKey): Promise<number>
  receiveRaw(raw: string, instance?: InstanceKey): Promise<number>
  add(
    protocol: ProgramProtocol,
    more?: Partial<Input<'programs.add'>>,
  ): Promise<{ readonly program: ProgramKey; readonly key: string; readonly secret: string }>
}

/** @param options.mcp assistants may connect from the start */
export async function startPrograms({
  mcp = false,
  ...options
}: TestCoreOptions & { readonly mcp?: boolean } = {}): Promise<ProgramScene> {
  const now = options.clock?.now ?? Date.now
  let port = await freePort()
  const app = await startTestCore({
    services: ['programs'],
    instances: [{ apiUrl: 'https://api.example.com', idInstance, token: null }],
    openLocalApi,
    random: Math.random,
    ...options,
    started: false,
  })
  onTestFinished(() => app.stop())
  await app.call('settings.update', { programs: true, programsPort: port, programsMcp: mcp })
  app.core.start()
  const isOpen = async () => {
    const { listener } = await app.until('programs.list', {}, (found) => found.listener.kind !== 'off')
    return listener.kind === 'listening' && listener.port === port
  }
  // Another test may have taken the port meanwhile.
  while (!(await isOpen())) {
    port = await freePort()
    await app.call('settings.update', { programsPort: port })
    await app.until('programs.list', {}, ({ listener }) => listener.kind !== 'off' && listener.port === port)
  }
  let count = 0
  const receiveRaw: ProgramScene['receiveRaw'] = async (raw, instance = app.firstKey()) => {
    count += 1
    const { event } = await takeIntoStore(app.store, {
      instance,
      raw,
      isJson: true,
      receiptId: String(count),
      receivedAt: now(),
      isQueueComplete: true,
      version: '1.0.0',
    })
    await app.store.write('receiving.markDeleted', {
      instance,
      deleted: [{ event, result: 'done', at: now() }],
    })
    return event
  }
  return {
    app,
    port,
    base: `http://127.0.0.1:${port}`,
    receiveRaw,
    receive: (text, from = '79990001122@c.us', instance = app.firstKey()) =>
      receiveRaw(textBody(text, from, count, now()), instance),
    async add(protocol, more = {}) {
      const { program, key, secret } = await app.call('programs.add', {
        name: `${protocol} ${Math.random()}`,
        purpose: 'script',
        protocol,
        scope: everything,
        from: null,
        keyExpiresAt: null,
        readWhenWritten: false,
        webhook: null,
        authorization: '',
        ...more,
      })
      return { program, key: key ?? '', secret: secret ?? '' }
    },
  }
}

const textBody = (text: string, from: string, count: number, at: number): string =>
  JSON.stringify({
    typeWebhook: 'incomingMessageReceived',
    instanceData: { idInstance: Number(idInstance), wid: '79000000001@c.us', typeInstance: 'whatsapp' },
    timestamp: Math.floor(at / 1000),
    idMessage: `MESSAGE${String(count).padStart(12, '0')}`,
    senderData: { chatId: from, sender: from, senderName: 'Anna' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
  })

/** The text of a message in a body that {@link textBody} made. */
export const textOf = (body: { messageData?: { textMessageData?: { textMessage?: string } } }): string | undefined =>
  body.messageData?.textMessageData?.textMessage

/** A port that nothing uses now. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A request with headers that `fetch` would not send. */
export const rawRequest = (
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** A webhook's endpoint, which answers as the test says, in a process of nobody's own. */
export interface Receiver {
  readonly url: string
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: string; readonly at: number }[]
  answer: (
    body: string,
    count: number,
  ) => number | 'never' | { readonly status: number; readonly headers: Record<string, string>; readonly text?: string }
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver & { url: string } = { url: '', requests: [], answer: () => 200 }
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      receiver.requests.push({ headers: asked.headers, body, at: Date.now() })
      const given = receiver.answer(body, receiver.requests.length)
      if (given === 'never') return
      const {
        status,
        headers,
        text = 'so it is',
      } = typeof given === 'number' ? { status: given, headers: {}, text: undefined } : given
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
