import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startSendingPrograms } from '../local-api/testing/sending-scene.ts'
import { idInstance } from '../local-api/testing/program-scene.ts'
import { createCurrentClient } from '../local-api/testing/vendor-clients.ts'
import { createCtl } from './testing/ctl.ts'

const anna = '79990001122@c.us'
const run = promisify(execFile)

/** The blocks of code of docs/programs.md, by their first words. Each is used once. */
function blocksOfPage() {
  const page = readFileSync('docs/programs.md', 'utf8')
  const left = [...page.matchAll(/^```(?:\w*)\n(.*?)^```$/gms)].map(([, code = '']) => code)
  return {
    take(start: string): string {
      const at = left.findIndex((code) => code.trimStart().startsWith(start))
      const [code] = at === -1 ? [] : left.splice(at, 1)
      if (code === undefined) throw new Error(`No code of the page starts with ${start}`)
      return code
    },
    left: () => left,
  }
}

test('every block of code of docs/programs.md works as pasted', async () => {
  const { scene, account } = await startSendingPrograms()
  const page = blocksOfPage()
  await scene.receive('the invoice, please', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'], writesFirst: true, from: 0 })
  const ctl = createCtl(scene.app.dataDir)
  writeFileSync(path.join(ctl.home, 'invoice.pdf'), '%PDF-1.4')
  const env = { ...process.env, SWITCHBOARD_KEY: key, http_proxy: '', HTTP_PROXY: '' }
  // Another port than the usual one, so that tests run side by side.
  const atDesk = (code: string) => code.replaceAll('127.0.0.1:47811', `127.0.0.1:${scene.port}`)
  const shell = async (code: string): Promise<unknown> =>
    JSON.parse((await run('sh', ['-c', atDesk(code)], { env, cwd: ctl.home })).stdout.split('\n', 1)[0] ?? '')

  expect(await shell(page.take('curl -H'))).toMatchObject({ instanceId: idInstance })
  expect(await shell(page.take('curl -X POST http://127.0.0.1:47811/v1/messages'))).toMatchObject({
    sendId: 'order-17-ready',
    message: { text: 'It is ready.' },
  })
  const [upload = '', send = ''] = page.take('curl -X POST "http').split(/^(?=curl -X POST http:)/m)
  const { uploadId } = (await shell(upload)) as { uploadId: string }
  expect(await shell(send.replace('"uploadId": "..."', `"uploadId": "${uploadId}"`))).toMatchObject({
    message: { kind: 'document' },
  })

  const bot = await scene.add('queue', { rights: ['see', 'send'], writesFirst: true })
  const client = createCurrentClient('http://127.0.0.1:1', idInstance, bot.key)
  const file = path.join(scene.app.dataDir, 'of-the-page.mjs')
  writeFileSync(file, `export default (client) => {\n${atDesk(page.take('client.client'))}}\n`)
  const { default: asPasted } = await import(pathToFileURL(file).href)
  asPasted(client)
  await client.sendMessage({ chatId: anna, message: 'By the client' })
  expect(account.sends).toHaveLength(3)

  const commands = page.take('switchboardctl login').trimEnd().split('\n')
  const results: object[] = []
  for (const command of commands) {
    const args = command.split(' ').slice(1)
    const following = new AbortController()
    const ended = ctl(args, { signal: following.signal, onOutput: () => args[0] === 'tail' && following.abort() })
    if (args[0] === 'login') {
      const pending = await scene.app.until('programs.pairing', {}, (found) => found !== null)
      await scene.app.call('programs.answerPairing', { id: pending?.id ?? 0, allow: true })
    }
    if (args[0] === 'tail') await scene.receive('one more', anna)
    const { code, out, err } = await ended
    results.push({ command, code, printed: out !== '' || err !== '', failed: err !== '' && args[0] !== 'login' })
  }
  expect(results).toEqual(
    commands.map((command) => ({ command, code: command.endsWith('tail') ? 130 : 0, printed: true, failed: false })),
  )

  expect(JSON.parse(page.take('{'))).toMatchObject({
    mcpServers: { switchboard: { args: [expect.any(String), 'mcp'] } },
  })
  expect(page.left()).toEqual([])
})
