import { expect, test } from 'vitest'
import { idInstance, startPrograms } from '../local-api/testing/program-scene.ts'
import { createCtl } from './testing/ctl.ts'

const clientInfo = { name: 'test', version: '1' }
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

test('the relay carries both protocols from stdin to the desk, and says in JSON-RPC what the desk refuses', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const relay = async (...messages: readonly (object | string)[]) => {
    const stdin = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
    const { out, err, code } = await ctl(['mcp'], { stdin: `${stdin}\n\n` })
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).not.toContain(key)
    const answers = out.split('\n').filter(Boolean)
    return answers.map((line) => JSON.parse(line) as { id: unknown; result?: object; error?: { message: string } })
  }
  const list = { jsonrpc: '2.0', id: 'one', method: 'tools/list' }
  const [refused] = await relay(list)
  expect(refused).toMatchObject({ id: 'one', error: { message: expect.stringContaining('assistants') as string } })
  await scene.app.call('settings.update', { programsMcp: true })
  await scene.app.waitFor('assistants may connect', async () => (await relay(list))[0]?.error === undefined)
  const [initialized, ...none] = await relay(
    {
      ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  )
  expect(initialized).toMatchObject({ id: 0, result: { serverInfo: { name: 'switchboard' } } })
  expect(none).toEqual([])
  const params = { name: 'list_instances', arguments: {} }
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
  for (const message of [call, { ...call, params: { ...params, _meta: modern } }]) {
    const [answer] = await relay(message)
    expect(answer).toMatchObject({ id: 7 })
    expect(JSON.stringify(answer)).toContain(idInstance)
  }
  const uri = 'switchboard://help'
  const [help] = await relay({ jsonrpc: '2.0', id: 8, method: 'resources/read', params: { uri, _meta: modern } })
  expect(JSON.stringify(help)).toContain('propose_message')
  // Lines end at a line feed alone: the separators of Unicode stand in what customers write.
  const separated = { jsonrpc: '2.0', id: 'a\u2028b\u2029c\u0085', method: 'tools/list' }
  expect((await relay(separated)).map(({ id }) => id)).toEqual([separated.id])
  const [broken, unknown] = await relay('{', { jsonrpc: '2.0', id: 9, method: 'no/such', params: { _meta: modern } })
  expect([broken, unknown].map((answer) => answer?.error !== undefined)).toEqual([true, true])
  const [noObject, ...others] = await relay('null', '7', list)
  expect(noObject).toMatchObject({ id: null, error: { message: 'A message is an object.' } })
  expect(others).toHaveLength(2)
  const unended = await ctl(['mcp'], { stdin: `null\r\n${JSON.stringify(list)}` })
  expect(unended.out.split('\n').filter(Boolean), 'lines of Windows, and a last one without its end').toHaveLength(2)
  const closed = (): never => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  }
  expect(await ctl(['mcp'], { stdin: `null\n${JSON.stringify(list)}\n`, onOutput: closed })).toMatchObject({ code: 0 })
})
