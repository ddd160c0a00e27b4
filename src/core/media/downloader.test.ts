import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { isPublicAddress } from '../http/address-guard.ts'
import { createDownloader, type DownloaderOptions, type DownloadRequest } from './downloader.ts'
import { looksLikeHtml, sniff } from './sniff.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(options: DownloaderOptions = {}) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const path = join(dir.path, 'file')
  const downloader = createDownloader(options)
  const get = (url: string, more: Partial<DownloadRequest> = {}) =>
    downloader.download({
      url,
      apiUrl: 'https://api.example',
      path,
      maxBytes: 10_000,
      signal: new AbortController().signal,
      ...more,
    })
  return { path, get }
}

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

describe('what is refused before a byte is asked for', () => {
  const { get } = { get: (url: string, options: DownloaderOptions = {}) => open(options).get(url) }
  it.each([
    ['http://files.example/1', 'notSecure'],
    // The host of the API, which is reached by https.
    ['http://api.example/1', 'notSecure'],
    ['file:///etc/passwd', 'badAddress'],
    ['javascript:alert(1)', 'badAddress'],
    ['nonsense', 'badAddress'],
    ['https://user:secret@files.example/1', 'credentials'],
    ['https://user@files.example/1', 'credentials'],
    ['https://:secret@files.example/1', 'credentials'],
    ['https://127.0.0.1/1', 'privateAddress'],
    ['https://[::1]/1', 'privateAddress'],
    ['https://[::ffff:10.0.0.1]/1', 'privateAddress'],
    ['https://2130706433/1', 'privateAddress'],
    ['https://0x7f.1/1', 'privateAddress'],
    ['https://169.254.169.254/latest/meta-data', 'privateAddress'],
  ])('%s: %s', async (url, reason) => expect(await get(url)).toEqual({ kind: 'refused', reason }))

  it('a name that leads to this network, even among public addresses', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '192.168.0.7'], ['::1']]) {
      const lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(await get('https://files.example/1', { lookup })).toEqual({ kind: 'refused', reason: 'privateAddress' })
    }
  })

  it('a name that is private behind a proxy too', async () => {
    const options: DownloaderOptions = {
      resolveProxy: async () => 'http://127.0.0.1:9',
      lookup: async () => [{ address: '10.0.0.1', family: 4 }],
    }
    expect(await get('https://files.example/1', options)).toEqual({ kind: 'refused', reason: 'privateAddress' })
  })
})

describe('a download from the instance’s own host', () => {
  it('saves the bytes, tells progress, and takes nothing along', async () => {
    const bytes = Buffer.from('x'.repeat(5000))
    let headers: object = {}
    const origin = await serve((request, response) => {
      headers = request.headers
      response.setHeader('content-length', bytes.length)
      response.end(bytes)
    })
    const { path, get } = open()
    const progress: number[] = []
    const result = await get(`${origin}/media/1`, { apiUrl: origin, onProgress: (received) => progress.push(received) })
    expect(result).toMatchObject({
      kind: 'done',
      bytes: 5000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(readFileSync(path)).toEqual(bytes)
    expect(progress.at(-1)).toBe(5000)
    expect(headers).not.toHaveProperty('referer')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
  })

  it('follows three redirects of the same host and not a fourth', async () => {
    const origin = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end()
      else response.end('here')
    })
    const { get } = open()
    expect(await get(`${origin}/3`, { apiUrl: origin })).toMatchObject({ kind: 'done', bytes: 4 })
    expect(await get(`${origin}/4`, { apiUrl: origin })).toEqual({ kind: 'refused', reason: 'tooManyRedirects' })
  })

  it('does not follow one to another port of this machine, nor to a private name', async () => {
    let asked = false
    const other = await serve((_request, response) => {
      asked = true
      response.end('secret')
    })
    for (const location of [other, other.replace('http:', 'https:'), 'https://inside.example/']) {
      const origin = await serve((_request, response) => response.writeHead(302, { location }).end())
      const { get } = open({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
      expect(await get(origin, { apiUrl: origin })).toMatchObject({ kind: 'refused' })
    }
    expect(asked).toBe(false)
  })

  it('stops at the limit, announced or not', async () => {
    const origin = await serve((request, response) => {
      // A body in one piece is announced by Node itself.
      if (request.url === '/announced') response.setHeader('content-length', 20_000).write('x')
      else {
        response.write('x'.repeat(10_000))
        response.end('x'.repeat(10_000))
      }
    })
    const { get } = open()
    expect(await get(`${origin}/announced`, { apiUrl: origin })).toEqual({ kind: 'tooLarge', bytes: 20_000 })
    expect(await get(`${origin}/silent`, { apiUrl: origin })).toMatchObject({ kind: 'tooLarge' })
  })

  it('stores what a host compressed unasked as it was', async () => {
    const bytes = gzipSync('x'.repeat(9_000))
    const origin = await serve((request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(request.url === '/cut' ? bytes.subarray(0, -10) : bytes)
    })
    const { path, get } = open()
    expect(await get(origin, { apiUrl: origin })).toMatchObject({ kind: 'done', bytes: 9_000 })
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(9_000))
    expect(await get(origin, { apiUrl: origin, maxBytes: 8_999 })).toMatchObject({ kind: 'tooLarge' })
    expect(await get(`${origin}/cut`, { apiUrl: origin })).toMatchObject({ kind: 'unreachable' })
  })

  it.each([403, 404, 410])('reads %i as an ended link', async (status) => {
    const origin = await serve((_request, response) => response.writeHead(status).end())
    expect(await open().get(origin, { apiUrl: origin })).toEqual({ kind: 'expired' })
  })

  // Linux has a file on a disk that is always full.
  it.skipIf(process.platform !== 'linux')('says that the disk is full', async () => {
    const origin = await serve((_request, response) => response.end('a picture'))
    expect(await open().get(origin, { apiUrl: origin, path: '/dev/full' })).toEqual({ kind: 'diskFull' })
  })

  it('tells a broken, a silent and a cancelled one apart', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/500') response.writeHead(500).end()
      if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': 1000 })
        response.write('half', () => response.destroy())
      }
      if (request.url === '/silent') response.writeHead(200, { 'content-length': 1000 }).flushHeaders()
    })
    const { get } = open({ idleMs: 300 })
    expect(await get(`${origin}/500`, { apiUrl: origin })).toEqual({ kind: 'unreachable', text: 'HTTP 500' })
    expect(await get(`${origin}/cut`, { apiUrl: origin })).toMatchObject({ kind: 'unreachable' })
    const stop = new AbortController()
    const cancelled = get(`${origin}/silent`, { apiUrl: origin, signal: stop.signal })
    stop.abort()
    expect(await cancelled).toEqual({ kind: 'cancelled' })
    expect(await get(`${origin}/silent`, { apiUrl: origin })).toMatchObject({ kind: 'unreachable' })
  })
})

it('ends when it is cancelled although a proxy, a certificate or a name is looked up for ever', async () => {
  const never = () => new Promise<never>(() => undefined)
  const ways: readonly DownloaderOptions[] = [
    { resolveProxy: never },
    { certificates: never() },
    { resolveProxy: async () => 'http://127.0.0.1:9', lookup: never },
  ]
  for (const way of ways) {
    const stop = new AbortController()
    const cancelled = open(way).get('https://files.example/1', { signal: stop.signal })
    stop.abort()
    expect(await cancelled).toEqual({ kind: 'cancelled' })
  }
})

describe('sniffing', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  it.each([
    ['GIF89a\u0002\u0000\u0003\u0000', 'image/gif'],
    ['\u0089PNG\r\n\u001a\n', 'image/png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'image/webp'],
    ['\u0000\u0000\u0000\u0020ftypisom', 'video/mp4'],
    ['\u0000\u0000\u0000\u0020ftypM4A ', 'audio/mp4'],
    ['\u001a\u0045\u00df\u00a3\u0001\u0042\u0082\u0084webm', 'video/webm'],
    ['OggS\u0000', 'audio/ogg'],
    ['ID3\u0003', 'audio/mpeg'],
    ['\u00ff\u00fb\u0090\u0064', 'audio/mpeg'],
    ['RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 'audio/wav'],
    ['%PDF-1.7', 'application/pdf'],
    ['PK\u0003\u0004', 'application/zip'],
  ])('%j is %s', (head, mimeType) => expect(sniff(bytes(head))?.mimeType).toBe(mimeType))
  it('believes nobody else', () => {
    expect(sniff(bytes('<svg onload=alert(1)>'))).toBeNull()
    expect(sniff(bytes(''))).toBeNull()
    expect(looksLikeHtml(bytes('\n<!DOCTYPE html><title>Log in'))).toBe(true)
    expect(looksLikeHtml(bytes('just text'))).toBe(false)
  })
})
