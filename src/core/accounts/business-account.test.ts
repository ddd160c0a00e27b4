import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { templateRecord, waba } from '../../emulator/world/business-kinds.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { allMessagesOn, journalsBesideQueue } from './rules/notification-switches.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-business', family: 'whatsapp' } as const
const megabyte = 1_000_000

async function scene({ isKnown = true } = {}) {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance(account)
  instance.behave(
    waba([templateRecord({ templateId: 'hello', elementName: 'hello', languageCode: 'en', data: 'Hello' })]),
  )
  const core = await startTestCore({
    services: ['accounts', 'administration', 'directory', 'media'],
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const shown = async () => (await core.call('instances.list', {}))[0]
  if (isKnown) await core.call('instanceSettings.read', { instance: core.firstKey() })
  return { emulator, instance, core, shown }
}

test('a business account offers what it has, and what it lacks is never asked for', async () => {
  const { emulator, core, shown } = await scene()
  const summary = await shown()
  expect(summary).toMatchObject({ isWaba: true, family: 'whatsapp' })
  expect(summary?.absentOperations).not.toContain('sendTemplate')
  expect(summary?.absentOperations).toEqual(
    expect.arrayContaining([
      'sendPoll',
      'sendLocation',
      'createGroup',
      'qr',
      'logout',
      'getAvatar',
      'getIncomingStatuses',
    ]),
  )
  const { chat } = await core.call('chats.open', { instance: core.firstKey(), chatId: '79990001122@c.us' })
  emulator.recorder.clear()
  await core.call('chats.inView', { chats: [chat], open: chat })
  await core.call('templates.read', { instance: core.firstKey() })
  const asked = new Set(emulator.recorder.list({}).map(({ operation }) => operation))
  for (const operation of ['getAvatar', 'getContactInfo']) expect(asked).not.toContain(operation)
  expect(asked).toContain('getTemplates')
})

test('before its settings were read, nothing that it may lack is asked for', async () => {
  const { emulator, core } = await scene({ isKnown: false })
  const { chat } = await core.call('chats.open', { instance: core.firstKey(), chatId: '79990001122@c.us' })
  await core.call('chats.inView', { chats: [chat], open: chat })
  await expect(core.call('contacts.read', { instance: core.firstKey() })).rejects.toMatchObject({
    code: 'operationMissing',
  })
  expect(emulator.recorder.list({}).map(({ operation }) => operation)).toContain('getSettings')
  expect(emulator.recorder.list({}).filter(({ status }) => status >= 400)).toEqual([])
})

test('settings that were not answered are read again before the next call of what it may lack', async () => {
  const { emulator, core } = await scene({ isKnown: false })
  const run = core.instances.get(core.firstKey())?.run()
  emulator.recorder.clear()
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'getSettings', count: 1 })
  const ask = () => run?.optional.ask('getContacts', {}, { priority: 'background', purpose: 'names' })
  await ask()
  expect(await ask()).toBe('absent')
  expect(emulator.recorder.list({ operation: 'getSettings' }).map(({ status }) => status)).toEqual([503, 200])
})

test('a photo of 8 MB is refused before its upload, a document of 8 MB is not', async () => {
  const { core } = await scene()
  const { chat } = await core.call('chats.open', { instance: core.firstKey(), chatId: '79990001122@c.us' })
  const begin = (name: string, bytes: number) => core.call('uploads.begin', { chat, name, type: '', bytes })
  await expect(begin('sofa.jpg', 8 * megabyte)).rejects.toMatchObject({
    code: 'fileTooLarge',
    data: { details: { bytes: 8 * megabyte, limit: 5 * megabyte } },
  })
  await expect(begin('ride.mp4', 17 * megabyte)).rejects.toMatchObject({ code: 'fileTooLarge' })
  await expect(begin('price list.pdf', 8 * megabyte)).resolves.toBeDefined()
  // A photo that goes as a file is a document, and one no more where the person changes their mind.
  const sofa = { chat, name: 'sofa.jpg', type: '', bytes: 8 * megabyte, asFile: true }
  const { upload } = await core.call('uploads.begin', sofa)
  const file = { ref: 'a'.repeat(64), mimeType: 'image/jpeg', bytes: 8 * megabyte, width: null, height: null }
  await core.store.write('uploads.whole', { id: upload, file })
  const goes = (asFile: boolean) =>
    core.call('messages.sendFiles', {
      chat,
      files: [{ upload, caption: '', asFile }],
      text: '',
      sendId: `send-${asFile}`,
    })
  await expect(goes(false)).rejects.toMatchObject({ code: 'fileTooLarge' })
  await expect(goes(true)).resolves.toMatchObject({ messages: [expect.any(Number)] })
})

test('its settings are five, and one that it lacks switches no polling on', async () => {
  const { core } = await scene()
  const { fields } = await core.call('instanceSettings.state', { instance: core.firstKey() })
  expect(fields.map(({ name }) => name).filter((name) => /Webhook$/.test(name))).toEqual([
    ...['incomingWebhook', 'outgoingAPIMessageWebhook', 'outgoingWebhook'],
  ])
  const settings = {
    ...{ typeInstance: 'waba', incomingWebhook: 'yes', outgoingAPIMessageWebhook: 'yes', outgoingMessageWebhook: 'no' },
  }
  expect(allMessagesOn(settings)).toBe(true)
  expect(allMessagesOn({ ...settings, typeInstance: 'whatsapp' })).toBe(false)
  expect(journalsBesideQueue({ family: 'whatsapp', settings }, false)).toEqual([])
})
