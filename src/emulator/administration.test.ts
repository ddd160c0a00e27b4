import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import { asker } from './testing/ask.ts'
import type { InstanceInit } from './world/instance.ts'

async function open(init: Partial<InstanceInit> = {}) {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20) } })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'emulated0001c0ffee5eed', ...init })
  const api = asker(emulator, instance)
  const upload = (operation: string, fields: Readonly<Record<string, string>>, bytes: Uint8Array) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', new File([new Uint8Array(bytes)], 'picture.jpg'))
    return api.raw(new URL(api.address(operation)).pathname, { method: 'POST', body })
  }
  return { emulator, instance, api, upload }
}

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

test('a QR code lives 20 seconds, a scan lets in, and asking for over five minutes leaves WhatsApp starting', async () => {
  const { emulator, instance, api } = await open({ family: 'whatsapp', state: 'notAuthorized' })
  const code = async () => (await api.get('qr')).json as { type: string; message: string }
  const first = await code()
  expect(first.type).toBe('qrCode')
  expect(Buffer.from(first.message, 'base64').subarray(1, 4).toString()).toBe('PNG')
  emulator.clock.advance(10_000)
  expect(await code()).toEqual(first)
  emulator.clock.advance(10_000)
  expect((await code()).message).not.toBe(first.message)
  for (let second = 20; second <= 310; second += 10) {
    emulator.clock.advance(10_000)
    await code()
  }
  expect(instance.state).toBe('starting')
  await api.get('reboot')
  expect(instance.state).toBe('notAuthorized')
  await code()
  instance.login.scan()
  expect(await code()).toMatchObject({ type: 'alreadyLogged' })
})

test('a password stands behind the code, wrong ones are told by their reason, and logging out takes it all back', async () => {
  const { instance, api } = await open({ state: 'notAuthorized', behaviour: { loginPassword: 'swordfish' } })
  const answerTo = async (operation: string, body: object) => (await api.post(operation, body)).json
  expect(await answerTo('startAuthorization', { phoneNumber: 4915112345678 })).toMatchObject({ status: false })
  expect(await answerTo('sendAuthorizationPassword', { password: 'swordfish' })).toMatchObject({
    data: { reason: 'authorization_not_started' },
  })
  await answerTo('startAuthorization', { phoneNumber: 79990001100 })
  expect(instance.state).toBe('pendingCode')
  await answerTo('sendAuthorizationCode', { code: '12345' })
  expect(instance.state).toBe('pendingPassword')
  expect((await api.get('qr')).json).toMatchObject({ type: 'pending_password' })
  expect(await answerTo('sendAuthorizationPassword', { password: 'trout' })).toMatchObject({
    data: { reason: 'invalid_password' },
  })
  await answerTo('sendAuthorizationPassword', { password: 'swordfish' })
  expect(instance.state).toBe('authorized')
  await api.get('logout')
  expect(instance.state).toBe('notAuthorized')
})

test('Telegram sends no other code within five minutes, and the last one stays valid after a wrong entry', async () => {
  const { emulator, instance, api } = await open({ family: 'telegram', state: 'notAuthorized' })
  const start = async () => (await api.post('startAuthorization', { phoneNumber: 79990001100 })).json
  expect(await start()).toMatchObject({ status: true })
  expect(await start()).toMatchObject({ status: false, data: { reason: 'code_already_sent' } })
  emulator.clock.advance(300_000)
  expect(await start()).toMatchObject({ status: true })
  expect((await api.post('sendAuthorizationCode', { code: '54321' })).json).toMatchObject({ status: false })
  await api.post('sendAuthorizationCode', { code: '12345' })
  expect(instance.state).toBe('authorized')
})

test('a new token works at once and the old one as long as it is let, and a refusal is a 200', async () => {
  const { emulator, instance, api } = await open({ behaviour: { tokenChange: 5000 } })
  const old = instance.token
  const { apiTokenInstance } = (await api.get('updateApiToken')).json as { apiTokenInstance: string }
  expect(apiTokenInstance).toBe(instance.token)
  expect(apiTokenInstance).not.toBe(old)
  const with_ = (token: string) => api.raw(`/v3/waInstance1101000001/getStateInstance/${token}`)
  expect([(await with_(old)).status, (await with_(apiTokenInstance)).status]).toEqual([200, 200])
  emulator.clock.advance(5000)
  expect([(await with_(old)).status, (await with_(apiTokenInstance)).status]).toEqual([401, 200])
  instance.behave({ tokenChange: 'refused' })
  expect(await asker(emulator, instance).get('updateApiToken')).toMatchObject({ status: 200, json: { code: 401 } })
})

test('pictures are JPEG, and one in ten seconds', async () => {
  const { emulator, instance, upload } = await open()
  expect(await upload('setProfilePicture', {}, new Uint8Array())).toMatchObject({ status: 400, text: 'File is empty' })
  expect(await upload('setProfilePicture', {}, new Uint8Array([1, 2]))).toMatchObject({
    status: 400,
    text: 'Unsupported media type',
  })
  expect((await upload('setProfilePicture', {}, jpeg)).json).toMatchObject({ setProfilePicture: true })
  expect(instance.avatar.kind).toBe('set')
  expect((await upload('setProfilePicture', {}, jpeg)).json).toEqual({
    setProfilePicture: false,
    urlAvatar: null,
    reason: 'rate-overlimit',
  })
  emulator.clock.advance(10_000)
  expect((await upload('setProfilePicture', {}, jpeg)).json).toMatchObject({ setProfilePicture: true })
})

test('a group is made once in five minutes, filled, renamed and left, and refusals are a 200 with false', async () => {
  const { emulator, instance, api, upload } = await open()
  instance.person('79990001122', { name: 'Anna', contactName: 'Anna' })
  instance.person('79990001133', { name: 'Stranger' })
  const answerTo = async (operation: string, body: object) => (await api.post(operation, body)).json
  const made = (await answerTo('createGroup', { groupName: 'Routes', chatIds: [] })) as { chatId: string }
  expect(await answerTo('createGroup', { groupName: 'Again', chatIds: [] })).toEqual({
    created: false,
    chatId: '',
    groupInviteLink: '',
  })
  const chatId = made.chatId
  const person = { chatId, participantChatId: '79990001122' }
  expect(await answerTo('addGroupParticipant', person)).toEqual({ addParticipant: true })
  expect(await answerTo('addGroupParticipant', person)).toEqual({ addParticipant: false })
  expect(await answerTo('addGroupParticipant', { chatId, participantChatId: '79990001133' })).toEqual({
    addParticipant: false,
  })
  expect(await answerTo('setGroupAdmin', person)).toEqual({ setGroupAdmin: true })
  expect(await answerTo('updateGroupName', { chatId, groupName: 'Night routes' })).toEqual({ updateGroupName: true })
  expect((await upload('setGroupPicture', { chatId }, jpeg)).json).toMatchObject({ setGroupPicture: true })
  expect(instance.group(chatId).subject).toBe('Night routes')
  expect(await answerTo('leaveGroup', { chatId })).toEqual({ leaveGroup: true })
  expect(await answerTo('leaveGroup', { chatId })).toEqual({ leaveGroup: false })
  expect((await api.post('updateGroupName', { groupId: chatId, groupName: 'x' })).status).toBe(400)
  emulator.clock.advance(300_000)
  expect(await answerTo('createGroup', { groupName: 'Again', chatIds: [] })).toMatchObject({ created: true })
})

test('WhatsApp names groups by groupId, says some refusals in words, and answers a leaving administrator otherwise', async () => {
  const { instance, api } = await open({ family: 'whatsapp' })
  instance.person('79990001122', { name: 'Anna', contactName: 'Anna' })
  const group = instance.group('120300@g.us', { membership: 'member' })
  const person = { groupId: group.id, participantChatId: '79990001122@c.us' }
  expect(await api.post('setGroupAdmin', person)).toMatchObject({ status: 200, text: 'participant not found' })
  group.add('79990001122@c.us')
  expect(await api.post('setGroupAdmin', person)).toMatchObject({ status: 200, text: 'failed to set group admin' })
  expect((await api.post('leaveGroup', { chatId: group.id })).status).toBe(400)
  group.membership = 'admin'
  expect((await api.post('leaveGroup', { groupId: group.id })).json).toEqual({ removeAdmin: true })
})

test('a contact is added once, and a number without an account is a 404 that is no missing operation', async () => {
  const { instance, api } = await open({ family: 'whatsapp' })
  instance.person('79990001122', { name: 'Anna' })
  const anna = { chatId: '79990001122@c.us', firstName: 'Anna', lastName: 'B' }
  expect((await api.post('editContact', anna)).json).toEqual({ editContact: false })
  expect((await api.post('addContact', anna)).json).toEqual({ addContact: true })
  expect(await api.post('addContact', anna)).toMatchObject({ status: 400, json: { message: expect.any(String) } })
  expect(await api.post('addContact', { ...anna, chatId: '79990001199@c.us' })).toMatchObject({
    status: 404,
    json: { message: '79990001199@c.us is not on WhatsApp' },
  })
  expect((await api.post('deleteContact', { chatId: anna.chatId })).json).toEqual({ deleteContact: true })
})

test('the queue of notifications is cleared once a minute', async () => {
  const { instance, api } = await open()
  instance.person('79990001122').says('hello')
  const clear = () => api.raw(new URL(api.address('clearWebhooksQueue')).pathname, { method: 'DELETE' })
  expect((await clear()).json).toEqual({ isCleared: true, reason: '' })
  expect(instance.notifications.size).toBe(0)
  expect((await clear()).json).toMatchObject({ isCleared: false, leftTime: 60 })
})
