import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createDevelopmentOrigin } from './development-origin.ts'

async function openOrigin() {
  const asked: { readonly url: string | undefined; readonly accept: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url, accept: request.headers.accept })
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' })
      .end(gzipSync('served by Vite'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = createDevelopmentOrigin(address, async (request) => new Response(`ours: ${request.method}`))
  return { asked, origin }
}

test('the page comes from the development server, decoded, under a policy that lets its client run', async () => {
  const { asked, origin } = await openOrigin()
  const answer = await origin(new Request('app://bundle/main.tsx?t=1', { headers: { accept: 'text/css' } }))
  expect(await answer.text()).toBe('served by Vite')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(asked).toEqual([{ url: '/main.tsx?t=1', accept: 'text/css' }])
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self' 'unsafe-inline'")
  expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:*;`)
  expect(policy).not.toContain('trusted-types')
})

test.for(['app://bundle/media/abc', 'app://bundle/files/abc', 'app://bundle/upload/abc?offset=0'])(
  '%s is answered by the program itself',
  async (url) => {
    const { asked, origin } = await openOrigin()
    expect(await (await origin(new Request(url, { method: 'PUT', body: 'x' }))).text()).toBe('ours: PUT')
    expect(asked).toEqual([])
  },
)

test('no path of the page leads to another server', async () => {
  const { asked, origin } = await openOrigin()
  await origin(new Request('app://bundle//evil.example/x'))
  expect(asked.map(({ url }) => url)).toEqual(['//evil.example/x'])
})
