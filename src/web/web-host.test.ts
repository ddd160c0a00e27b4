import { once } from 'node:events'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { windowLockName } from '../core/hosting/window-lock.ts'
import { startTestCore } from '../core/testing/start-test-core.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createWebHost, type WebHostOptions } from './web-host.ts'

let dir: string

beforeEach(async () => {
  const made = createTempDir()
  onTestFinished(() => made[Symbol.dispose]())
  dir = made.path
  await mkdir(path.join(dir, 'renderer'))
  await writeFile(path.join(dir, 'renderer/index.html'), '<!doctype html><title>Switchboard</title>')
})

function begin(options: Partial<WebHostOptions> = {}) {
  const host = createWebHost({
    dataDir: path.join(dir, 'data'),
    built: dir,
    port: 0,
    addInstances: undefined,
    joinTeam: undefined,
    beginEmpty: false,
    logLevel: undefined,
    passphrase: undefined,
    version: '0.0.0',
    ...options,
  })
  onTestFinished(() => host.stop())
  host.opened.catch(() => undefined)
  return host
}

async function start() {
  const host = begin()
  const { url, createSingleUseUrl } = await host.opened
  await host.prepared
  return { url, port: Number(new URL(url).port), createSingleUseUrl, stop: () => host.stop() }
}

/** What a browser does with a key: where it is led, and the cookie that it gets. */
async function enter(url: string) {
  const answer = await fetch(url, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  return { status: answer.status, path: answer.headers.get('location') ?? '', cookie }
}

const open = async (url: string, cookie = '') => (await fetch(url, { headers: { cookie } })).status

test('a browser that had a key finds the next start: the same port, path and cookie, also by the key of before', async () => {
  const first = await start()
  const { path: where, cookie } = await enter(first.url)
  const unused = first.createSingleUseUrl()
  await first.stop()

  const second = await start()
  expect(second.port).toBe(first.port)
  const page = new URL(where, second.url).href
  expect(await open(page, cookie)).toBe(200)
  expect(second.url).not.toBe(first.url)
  // The printed key of before leads a browser to its path and gives no cookie; a key for one use ends with its run.
  expect(await enter(first.url)).toEqual({ status: 303, path: where, cookie: undefined })
  expect(await open(page)).toBe(403)
  expect((await enter(unused)).status).toBe(403)
  // A second browser gets the same with a key of this run.
  expect(await enter(second.url)).toEqual({ status: 303, path: where, cookie })
})

test('where another program listens the next start takes another port, and its session is a new one', async () => {
  const first = await start()
  const { path: where, cookie } = await enter(first.url)
  await first.stop()
  const stranger = createServer().listen(first.port, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())

  const second = await start()
  expect(second.port).not.toBe(first.port)
  expect(await open(new URL(where, second.url).href, cookie)).toBe(403)
  expect((await enter(first.url.replace(String(first.port), String(second.port)))).status).toBe(403)
  const renewed = await enter(second.url)
  await second.stop()
  // The port of the second is the one that is kept from now on.
  const third = await start()
  expect(third.port).toBe(second.port)
  expect(await open(new URL(renewed.path, third.url).href, renewed.cookie)).toBe(200)
})

test('a locked window is given no file, and gets it once the lock is gone', async () => {
  const dataDir = path.join(dir, 'data')
  const before = await startTestCore({ dataDir, services: ['media'] })
  const ref = `f${'0'.repeat(40)}`
  await before.store.write('media.storeFile', { ref, mimeType: 'image/png', bytes: 3, width: null, height: null })
  await before.stop()
  await mkdir(path.join(dataDir, 'media'), { recursive: true })
  await writeFile(path.join(dataDir, 'media', ref), 'png')
  const lock = path.join(dataDir, windowLockName)
  const statusOfFile = async () => {
    const { url, stop } = await start()
    const { path: page, cookie } = await enter(url)
    const status = await open(new URL(`${page}media/${ref}`, url).href, cookie)
    await stop()
    return status
  }
  // One that can not be read keeps the window locked.
  await writeFile(lock, '{}')
  expect(await statusOfFile()).toBe(404)
  await rm(lock)
  expect(await statusOfFile()).toBe(200)
})

test('a start at a port that is taken ends whole: the data directory is free for the next one', async () => {
  const stranger = createServer().listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as AddressInfo
  await expect(begin({ port }).opened).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect((await start()).port).not.toBe(port)
})

test('a passphrase of the environment that opens nothing says why, and changes nothing', async () => {
  const file = path.join(dir, 'data', 'vault.json')
  const first = begin({ passphrase: 'correct horse battery' })
  await first.prepared
  await first.stop()
  const sealed = await readFile(file, 'utf8')
  await expect(begin({ passphrase: 'another one' }).prepared).rejects.toThrow('does not open the token file')
  expect(await readFile(file, 'utf8')).toBe(sealed)
  const copies = (await readdir(path.dirname(file))).filter((name) => name.startsWith('vault.json'))
  for (const name of copies) await writeFile(path.join(path.dirname(file), name), '{}')
  await expect(begin({ passphrase: 'correct horse battery' }).prepared).rejects.toThrow("can't be read")
  expect(await readFile(file, 'utf8')).toBe('{}')
})
