import { expect, test } from 'vitest'
import { unlimited } from '../core/testing/start-test-core.ts'
import { idInstance, rawRequest } from './testing/program-scene.ts'
import { startSendingPrograms } from './testing/sending-scene.ts'

const chatId = '79990001122'

/** Calls as the vendor's clients make them, with the body that they send. */
const calls: readonly (readonly [method: string, body?: object])[] = [
  ['getStateInstance'],
  ['getContacts'],
  ['getChats'],
  ['showMessagesQueue'],
  ['lastIncomingMessages'],
  ['lastOutgoingMessages'],
  ['getChatHistory', { chatId, count: 10 }],
  ['getContactInfo', { chatId }],
  ['getAvatar', { chatId }],
  ['getGroupData', { groupId: '-100200' }],
  ['checkAccount', { phoneNumber: 79990001122 }],
  ['getMessage', { chatId, idMessage: '1' }],
]

/** How addresses are put together by the clients for Python, PHP, Go and 1C, and by hand. */
const addresses: Readonly<Record<string, (method: string, key: string) => string>> = {
  python: (method, key) => `/waInstance${idInstance}/${method}/${key}`,
  'python, with an empty last part': (method, key) => `/waInstance${idInstance}/${method}/${key}/`,
  php: (method, key) => `/waInstance${idInstance}/${method.charAt(0).toUpperCase()}${method.slice(1)}/${key}`,
  'go, for the third version': (method, key) => `/v3/waInstance${idInstance}/${method}/${key}`,
  '1C, whose host ends in a slash': (method, key) => `//waInstance${idInstance}/${method}/${key}`,
}

test('sixty requests of clients in other languages are answered as the service answers them', async () => {
  const { scene, account, emulator, token } = await startSendingPrograms(['sending'], { limitClasses: unlimited })
  account.person(chatId, { name: 'Anna' }).says('Is it ready?')
  account.group('-100200', { subject: 'Routes', membership: 'admin' })
  const { key } = await scene.add('queue', { rights: ['see', 'send'], writesFirst: true })
  const ask = async (port: number, address: string, body: object | undefined) => {
    const { status, text } = await rawRequest(port, address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    })
    const answered = JSON.parse(text) as object
    if (status < 400) return { status, body: answered }
    // The service names the address with the token in it, and the time.
    const {
      path: _path,
      timestamp: _timestamp,
      statusCode: _status,
      ...rest
    } = answered as Readonly<Record<string, unknown>>
    return { status, body: rest }
  }
  const service = new URL(emulator.baseUrl(account))
  let compared = 0
  for (const [method, body] of calls) {
    const own = `${service.pathname.replace(/\/$/, '')}/waInstance${idInstance}/${method}/${token}`
    const expected = await ask(Number(service.port), own, body)
    for (const [client, addressOf] of Object.entries(addresses)) {
      const answered = await ask(scene.port, addressOf(method, key), body)
      expect({ client, method, ...answered }).toEqual({ client, method, ...expected })
      compared += 1
    }
  }
  expect(compared).toBe(60)
})
