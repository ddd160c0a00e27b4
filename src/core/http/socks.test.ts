import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createUndiciHttp } from './undici-http.ts'

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    onTestFinished(() => void server.close())
  })

/** SOCKS 5 without authentication, by RFC 1928; counts the connections that it made. */
async function socksServer() {
  const seen = { connections: 0 }
  const port = await listening(
    createServer((client) => {
      client.on('error', () => undefined)
      client.once('data', () => {
        client.write(Buffer.from([5, 0]))
        client.once('data', (request) => {
          const at = request[3] === 1 ? 8 : 5 + (request[4] ?? 0)
          const target = connect(request.readUInt16BE(at), '127.0.0.1', () => {
            seen.connections += 1
            client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
            client.pipe(target).pipe(client)
          })
          target.on('error', () => client.destroy())
        })
      })
    }),
  )
  return { url: `socks5://127.0.0.1:${port}`, seen }
}

it('goes through a SOCKS proxy, and never past one that does not answer', async () => {
  const service = await listening(createHttpServer((_request, response) => response.end('{}')))
  const socks = await socksServer()
  const ask = async (proxy: string) => {
    const http = createUndiciHttp({ resolveProxy: () => Promise.resolve(proxy) })
    onTestFinished(() => http.close?.())
    return http.request({ method: 'GET', url: `http://service.example:${service}/`, headers: {}, timeoutMs: 5_000 })
  }
  expect(await ask(socks.url)).toMatchObject({ status: 200 })
  expect(socks.seen.connections).toBe(1)
  expect(await ask('socks5://127.0.0.1:9')).toMatchObject({ kind: 'failure', mayHaveLeft: false })
})
