import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import { asker } from './testing/ask.ts'

async function open() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual' } })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'secret-of-the-lids', family: 'whatsapp' })
  const api = asker(emulator, instance)
  const relink = () => {
    instance.becomes('notAuthorized')
    instance.login.scan()
    emulator.clock.advance(600_000)
  }
  return { emulator, instance, api, relink }
}

test('lid mode begins with the next login, and then only a check by the id has the number', async () => {
  const { instance, api, relink } = await open()
  const anna = instance.person('79990001122', { name: 'Anna', contactName: 'Anna K.', username: 'anna' })
  const boris = instance.person('79990003344', { name: 'Boris', hidesPhone: true })
  await api.post('setSettings', { enableLidMode: 'yes' })
  expect(anna.chatId).toBe('79990001122@c.us')
  relink()
  expect(anna.chatId).toBe(anna.lid)
  const { json: contacts } = await api.get('getContacts')
  expect(contacts).toEqual([
    expect.objectContaining({ id: anna.lid, phoneNumber: 0, contactName: '' }),
    expect.objectContaining({ id: boris.lid, phoneNumber: 0, contactName: '' }),
  ])
  const group = instance.group('120363000000000001@g.us').add('79990001122@c.us', 'admin')
  // A group lists its people by the ids that they have now.
  expect(await api.post('getGroupData', { groupId: group.id })).toMatchObject({
    json: { participants: expect.arrayContaining([{ chatId: anna.lid, isAdmin: true, isSuperAdmin: false }]) },
  })
  const check = async (chatId: string) => (await api.post('checkWhatsapp', { chatId })).json
  expect(await check(anna.lid)).toEqual({
    ...{ existsWhatsapp: true, chatId: anna.lid, phoneNumber: '79990001122', username: 'anna' },
  })
  expect(await check(boris.lid)).toEqual({ existsWhatsapp: true, chatId: boris.lid, phoneNumber: '' })
})

test('a @lid that changed is known under the old one, and the list of chats names the new one', async () => {
  const { instance, api, relink } = await open()
  instance.set({ enableLidMode: 'yes' })
  relink()
  const anna = instance.person('79990001122', { name: 'Anna' })
  const before = anna.lid
  anna.says('Hello')
  anna.changesLid()
  expect(await api.post('checkWhatsapp', { chatId: before })).toMatchObject({ json: { chatId: anna.lid } })
  const { json } = await api.get('getChats')
  expect(json).toContainEqual(expect.objectContaining({ id: before, newChatId: anna.lid }))
})
