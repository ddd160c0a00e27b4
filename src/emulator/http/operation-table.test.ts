import { afterEach, beforeEach, expect, test } from 'vitest'
import { operationMethod, operationNames, operationPath, operations } from '../../api/operations.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { asker } from '../testing/ask.ts'
import type { Family } from '../world/behaviour.ts'
import type { Instance } from '../world/instance.ts'
import { operationTable } from './operation-table.ts'

let emulator: Emulator

beforeEach(async () => {
  emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20) } })
  await emulator.start()
})

afterEach(() => emulator.stop())

const livelyInstance = (family: Family): Instance => {
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'emulated0001c0ffee5eed', family })
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('hello')
  anna.sendsImage({ id: 'ABCDEF0123456789' })
  instance.phone.says('hi', { to: anna, id: 'ABCDEF0123456780' })
  anna.calls('pickUp', { id: 'CALL-1', duration: 3, recordedAfterMs: 0 })
  // Journals of WhatsApp are up to two minutes late.
  emulator.clock.advance(120_000)
  instance.group(family === 'whatsapp' ? '120300@g.us' : '-100200', { subject: 'Routes' })
  instance.journals.orders.set('4977', { token: 'open', reply: {} })
  return instance
}

test.each(operationNames)('%s: the table of the api and the emulator name it and limit it alike', (name) => {
  const { method, limit } = operations[name]
  const limits = { queue: 100, send: 50, lookup: 10, read: 1 }
  expect(operationTable.get(operationPath(name, 'v3'))).toMatchObject({ method, perSecond: limits[limit] })
})

const inputs: Readonly<Record<string, object>> = {
  sendMessage: { chatId: '79990001122@c.us', message: 'a' },
  getChatHistory: { chatId: '79990001122@c.us' },
  getMessage: { chatId: '79990001122@c.us', idMessage: 'ABCDEF0123456789' },
  getAvatar: { chatId: '79990001122@c.us' },
  getContactInfo: { chatId: '79990001122@c.us' },
  checkAccount: { phoneNumber: 79990001122 },
  readChat: { chatId: '79990001122@c.us' },
  setSettings: { incomingWebhook: 'no' },
  sendLocation: { chatId: '79990001122@c.us', latitude: -33.5, longitude: 151.2 },
  sendPoll: { chatId: '79990001122@c.us', message: 'Tea?', options: [{ optionName: 'yes' }, { optionName: 'no' }] },
  forwardMessages: { chatId: '79990001133@c.us', chatIdFrom: '79990001122@c.us', messages: ['ABCDEF0123456789'] },
  editMessage: { chatId: '79990001122@c.us', idMessage: 'ABCDEF0123456780', message: 'hello' },
  sendReaction: { chatId: '79990001122@c.us', idMessage: 'ABCDEF0123456789', reaction: '👍' },
  sendContact: {
    chatId: '79990001122@c.us',
    contact: { phoneContact: 79990001133, firstName: 'Boris', chatId: '79990001122' },
  },
  sendFileByUrl: { chatId: '79990001122@c.us', urlFile: 'https://files.test/a.png', fileName: 'a.png' },
  getAuthorizationCode: { phoneNumber: 79990001100 },
  startAuthorization: { phoneNumber: 79990001100 },
  sendAuthorizationCode: { code: '12345' },
  sendAuthorizationPassword: { password: 'a' },
  createGroup: { groupName: 'Routes', chatIds: ['79990001122'] },
  updateGroupName: { groupName: 'Night routes' },
  updateGroupSettings: { allowParticipantsEditGroupSettings: true },
  addGroupParticipant: { participantChatId: '79990001122' },
  removeGroupParticipant: { participantChatId: '79990001122' },
  setGroupAdmin: { participantChatId: '79990001122' },
  removeAdmin: { participantChatId: '79990001122' },
  addContact: { chatId: '79990001122@c.us', firstName: 'Anna' },
  editContact: { chatId: '79990001122@c.us', firstName: 'Anna' },
  deleteContact: { chatId: '79990001122@c.us' },
  archiveChat: { chatId: '79990001122@c.us' },
  unarchiveChat: { chatId: '79990001122@c.us' },
  setDisappearingChat: { chatId: '79990001122@c.us', ephemeralExpiration: 604800 },
  getOrderDetails: { orderId: '4977', token: 'open', sellerJid: '79990001100@c.us' },
  getCallRecording: { idMessage: 'CALL-1' },
  downloadFile: { chatId: '79990001122@c.us', idMessage: 'ABCDEF0123456789' },
}

const families: readonly Family[] = ['v3', 'v3-without-prefix', 'whatsapp', 'telegram']
// Files and what answers with nothing: sends.test.ts and administration.test.ts.
const elsewhere = [
  'deleteNotification',
  'uploadFile',
  'sendFileByUpload',
  'deleteMessage',
  'setProfilePicture',
  'setGroupPicture',
]
const offered = operationNames.filter((name) => !elsewhere.includes(name))

test.each(families.flatMap((family) => offered.map((name) => ({ family, name }))))(
  '$family answers $name',
  async ({ family, name }) => {
    const instance = livelyInstance(family)
    const api = asker(emulator, instance)
    const asked = family === 'v3-without-prefix' ? 'v3' : family
    const path = operationPath(name, asked)
    const group = family === 'whatsapp' ? '120300@g.us' : '-100200'
    const method = operationMethod(name, asked)
    const key = operations[name].familyNames === undefined ? {} : { chatId: group }
    const answer = await (method === 'POST'
      ? api.post(path, { groupId: group, ...key, ...inputs[name] })
      : api.raw(new URL(api.address(path)).pathname, { method }))
    const there = emulator.world.offers(instance, path)
    expect(answer.status).toBe(there ? 200 : 404)
    // What stands there may be bare words, as the WhatsApp family's refusals are.
    expect(answer.text).not.toBe('')
  },
)

test.each(families)('%s has its own shapes of ids and paths', async (family) => {
  const instance = livelyInstance(family)
  const api = asker(emulator, instance)
  const { json } = await api.get('receiveNotification')
  const shapes = {
    v3: ['v3', '59514599', /^\d{18}$/],
    'v3-without-prefix': ['v3', '59514599', /^\d{18}$/],
    whatsapp: ['whatsapp', '79990001122@c.us', /^[0-9A-F]{32}$/],
    telegram: ['telegram', '59514599', /^\d{18}$/],
  } as const
  const [typeInstance, chatId, id] = shapes[family]
  expect(json).toMatchObject({
    body: { instanceData: { typeInstance }, senderData: { chatId }, idMessage: expect.stringMatching(id) },
  })
  const other = family === 'v3' ? '' : '/v3'
  const wrong = await api.raw(`${other}/waInstance1101000001/getStateInstance/${instance.token}`)
  expect({ status: wrong.status, type: wrong.type }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
})
