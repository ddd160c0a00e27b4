import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from './create-emulator.ts'
import { asker, type Answer, type Asker } from './testing/ask.ts'
import { manualStatus } from './world/behaviour.ts'
import type { Instance } from './world/instance.ts'

const day = 24 * 60 * 60 * 1000
const startAt = Date.UTC(2026, 10, 20, 12)
const token = 'emulated0001c0ffee5eed'

let emulator: Emulator
let instance: Instance
let api: Asker

beforeEach(async () => {
  emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt } })
  await emulator.start()
  instance = emulator.addInstance({ idInstance: '1101000001', token })
  api = asker(emulator, instance)
})

afterEach(() => emulator.stop())

/** The sentence of an error, in whichever form it came. */
const sentence = (answer: Answer): string => {
  const { json } = answer
  return typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : answer.text
}

const asText = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

interface Row {
  readonly when: string
  readonly status: number
  /** The whole sentence, or its start with '...' after it. */
  readonly says: string
  readonly does: () => Promise<Answer>
}

const formats = "Validation failed. Details: 'chatId' must be one of the next formats: 'user_id' or 'group_id'"

describe('service 7: errors, line by line', () => {
  const rows: readonly Row[] = [
    ...['getChatHistory', 'getMessage', 'getGroupData', 'sendMessage', 'getAvatar'].map((operation) => ({
      when: `${operation}: validation error`,
      status: 400,
      says: 'Validation failed...',
      does: () => api.post(operation, {}),
    })),
    {
      when: 'getChatHistory: count is not a number',
      status: 400,
      says: "Validation failed. Details: 'count' must be a number",
      does: () => api.post('getChatHistory', { chatId: '79990001122', count: 'many' }),
    },
    {
      when: 'getChatHistory: count above the maximum safe integer',
      status: 400,
      says: "Validation failed. Details: 'count' must be a number",
      does: () => api.post('getChatHistory', { chatId: '79990001122', count: Number.MAX_SAFE_INTEGER + 1 }),
    },
    {
      when: 'getMessage: idMessage empty',
      status: 400,
      says: "Validation failed. Details: 'idMessage' is not allowed to be empty",
      does: () => api.post('getMessage', { chatId: '79990001122', idMessage: '' }),
    },
    {
      when: 'getMessage: idMessage shorter than 16',
      status: 400,
      says: "Validation failed. Details: 'message id' must be at least 16 symbols",
      does: () => api.post('getMessage', { chatId: '79990001122', idMessage: '123456789012345' }),
    },
    {
      when: 'getMessage: chat not found',
      status: 400,
      says: 'chatId not found',
      does: () => api.post('getMessage', { chatId: '79990001122', idMessage: '1234567890123456' }),
    },
    {
      when: 'getMessage: message not found',
      status: 400,
      says: "Message not found by id '1234567890123456'",
      does: () => {
        instance.person('79990001122').says('hello')
        return api.post('getMessage', { chatId: '79990001122', idMessage: '1234567890123456' })
      },
    },
    {
      when: 'getMessage: the message is still queued',
      status: 400,
      says: 'Message not found by id...',
      does: async () => {
        instance.person('79990001122').says('hello')
        instance.becomes('notAuthorized')
        instance.behave({ journalIdsDiffer: true })
        await api.post('sendMessage', { chatId: '79990001122', message: 'held' })
        return api.post('getMessage', { chatId: '79990001122', idMessage: instance.sends[0]?.id })
      },
    },
    {
      when: 'getGroupData: not a member',
      status: 200,
      says: 'Error: forbidden',
      does: () => {
        instance.group('-100200', { membership: 'stranger' })
        return api.post('getGroupData', { groupId: '-100200' })
      },
    },
    {
      when: 'getGroupData: no such group',
      status: 200,
      says: 'Error: item-not-found',
      does: () => api.post('getGroupData', { groupId: '-100200' }),
    },
    {
      when: 'getGroupData: wrong groupId format',
      status: 400,
      says: "Validation failed. Details: 'groupId' must be the next formats:",
      does: () => api.post('getGroupData', { groupId: 'friends' }),
    },
    {
      when: 'getGroupData: a hyphen and digits with a suffix',
      status: 400,
      says: "Validation failed. Details: 'groupId' must be the next formats:",
      does: () => api.post('getGroupData', { groupId: '-100200@g.us' }),
    },
    {
      when: 'getGroupData: groupId not found, a plain string',
      status: 400,
      says: 'groupId not found',
      does: () => {
        instance.behave({ missingGroup: 'groupId not found' })
        return api.post('getGroupData', { groupId: '-100200' })
      },
    },
    {
      when: 'getAvatar: wrong chatId format',
      status: 400,
      says: formats,
      does: () => api.post('getAvatar', { chatId: 'somebody' }),
    },
    {
      when: 'sendMessage: text longer than 20000',
      status: 400,
      says: "Validation failed. Details: 'message' length must be less than or equal to 20000 characters long",
      does: () => api.post('sendMessage', { chatId: '79990001122', message: 'a'.repeat(20_001) }),
    },
    {
      when: 'sendMessage: body larger than 100 KB',
      status: 500,
      says: 'request entity too large',
      does: () => api.post('sendMessage', { chatId: '79990001122', message: 'я'.repeat(60_000) }),
    },
    {
      when: 'receiveNotification: instance id missing',
      status: 400,
      says: 'Parameter idInstance not an integer',
      does: () => api.raw(`/v3/waInstance/receiveNotification/${token}`),
    },
    {
      when: 'receiveNotification: instance id with letters',
      status: 400,
      says: 'Parameter idInstance not an integer',
      does: () => api.raw(`/v3/waInstance11a/receiveNotification/${token}`),
    },
    {
      when: 'receiveNotification: token missing',
      status: 400,
      says: 'Parameter apiTokenInstance not define',
      does: () => api.raw('/v3/waInstance1101000001/receiveNotification/'),
    },
    {
      when: 'receiveNotification: a webhook URL is set',
      status: 400,
      says: 'Message cannot be received because custom webhook url is set. Go to cabinet, clear webhook url for instance: 1101000001 and wait for about 1 minute for another attempt',
      does: () => {
        instance.set({ webhookUrl: 'https://elsewhere.example' })
        return api.get('receiveNotification')
      },
    },
  ]

  test.each(rows)('$when', async ({ status, says, does }) => {
    const answer = await does()
    expect(answer.status).toBe(status)
    const start = says.endsWith('...') ? says.slice(0, -3) : undefined
    expect(sentence(answer).slice(0, start?.length)).toBe(start ?? says)
  })

  test('the object form has statusCode, timestamp, path and message', async () => {
    const answer = await api.post('getAvatar', { chatId: '' })
    expect(answer.json).toEqual({
      statusCode: 400,
      timestamp: new Date(startAt).toISOString(),
      path: `/v3/waInstance1101000001/getAvatar/${token}`,
      message: expect.stringMatching(/^Validation failed/),
    })
  })

  test('lastOutgoingMessages has no errors of its own: an empty account answers an empty list', async () => {
    expect(await api.get('lastOutgoingMessages')).toMatchObject({ status: 200, json: [] })
  })
})

describe('service 8: limits, line by line', () => {
  test('request rate: above its limit an operation answers 429, until a second holds fewer again', async () => {
    instance.behave({ limits: 'field' })
    const history = () => api.post('getChatHistory', { chatId: '79990001122' })
    expect((await history()).status).toBe(200)
    emulator.clock.advance(999)
    expect((await history()).status).toBe(429)
    emulator.clock.advance(999)
    expect((await history()).status).toBe(429)
    emulator.clock.advance(1000)
    expect((await history()).status).toBe(200)
  })

  test('request rate: the window slides, so a burst over the turn of a second is over the limit too', async () => {
    instance.behave({ limits: 'field' })
    const avatar = async () => (await api.post('getAvatar', { chatId: '79990001122' })).status
    const burst = async (count: number) => {
      const statuses: number[] = []
      for (let call = 0; call < count; call += 1) statuses.push(await avatar())
      return statuses
    }
    emulator.clock.advance(900)
    expect(new Set(await burst(10))).toEqual(new Set([200]))
    emulator.clock.advance(200)
    expect(new Set(await burst(3))).toEqual(new Set([429]))
  })

  test('request rate: an instance has limits unless it is told otherwise', () => {
    const other = createEmulator()
    expect(other.addInstance({ idInstance: '1', token: 'token' }).behaviour.limits).toBe('field')
  })

  test('message text: 20000 characters are accepted', async () => {
    const answer = await api.post('sendMessage', { chatId: '79990001122', message: 'a'.repeat(20_000) })
    expect(answer.status).toBe(200)
  })

  test('request size: 102400 bytes are read, one more is not', async () => {
    const body = (size: number): string => {
      const frame = JSON.stringify({ chatId: '79990001122', message: 'short', padding: '' })
      return frame.replace('"padding":""', `"padding":"${'x'.repeat(size - frame.length)}"`)
    }
    const path = `/v3/waInstance1101000001/sendMessage/${token}`
    expect((await api.raw(path, asText(body(102_400)))).status).toBe(200)
    expect((await api.raw(path, asText(body(102_401)))).status).toBe(500)
  })

  test('outgoing queue: kept for 24 hours without authorization, then gone', async () => {
    instance.becomes('notAuthorized')
    await api.post('sendMessage', { chatId: '79990001122', message: 'early' })
    emulator.clock.advance(day - 1)
    await api.post('sendMessage', { chatId: '79990001122', message: 'late' })
    emulator.clock.advance(1)
    instance.becomes('authorized')
    emulator.clock.advance(5000)
    expect(instance.chat('79990001122').messages.map((message) => message.content)).toEqual([
      { kind: 'text', text: 'late' },
    ])
  })

  test('notification queue: kept for 24 hours', async () => {
    instance.person('79990001122').says('first')
    emulator.clock.advance(1000)
    instance.person('79990001122').says('second')
    emulator.clock.advance(day - 1000)
    const answer = await api.get('receiveNotification')
    expect(answer.json).toMatchObject({
      receiptId: 2,
      body: { messageData: { textMessageData: { textMessage: 'second' } } },
    })
  })

  test.each([
    ['', 5],
    ['?receiveTimeout=1', 5],
    ['?receiveTimeout=20', 20],
    ['?receiveTimeout=60', 60],
    ['?receiveTimeout=600', 60],
    ['?receiveTimeout=soon', 5],
  ])('wait time: receiveNotification%s ends empty after %i s', async (query, seconds) => {
    let ended = false
    const wait = api.get('receiveNotification', query).finally(() => (ended = true))
    await emulator.untilWaiting(instance.idInstance)
    emulator.clock.advance(seconds * 1000 - 1)
    expect(instance.notifications.waiting).toBe(1)
    expect(ended).toBe(false)
    emulator.clock.advance(1)
    expect(await wait).toMatchObject({ status: 200, text: '' })
  })

  test('default history length is 100, newest first', async () => {
    const person = instance.person('79990001122')
    for (let index = 1; index <= 120; index += 1) person.says(`message ${index}`, { at: startAt - day + index * 1000 })
    const { json } = await api.post('getChatHistory', { chatId: '79990001122' })
    expect(json).toHaveLength(100)
    expect(json).toMatchObject({ 0: { textMessage: 'message 120' }, 99: { textMessage: 'message 21' } })
  })

  test('default look-back is 1440 minutes of the latest action', async () => {
    const person = instance.person('79990001122')
    const old = instance.phone.says('old, read just now', { to: person, at: startAt - 2 * day })
    instance.phone.says('old', { to: person, at: startAt - 1441 * 60_000 })
    instance.phone.says('of today', { to: person, at: startAt - 1439 * 60_000 })
    old.becomes('read')
    const texts = (answer: Answer) =>
      Array.isArray(answer.json) ? answer.json.map((record) => record.textMessage) : []
    expect(texts(await api.get('lastOutgoingMessages'))).toEqual(['old, read just now', 'of today'])
    expect(texts(await api.get('lastOutgoingMessages', '?minutes=1442'))).toEqual([
      'old, read just now',
      'of today',
      'old',
    ])
  })

  test('minimum id length: 16 characters are looked up', async () => {
    const person = instance.person('79990001122')
    person.says('found', { id: '1234567890123456' })
    const { json } = await api.post('getMessage', { chatId: '79990001122', idMessage: '1234567890123456' })
    expect(json).toMatchObject({
      type: 'incoming',
      idMessage: '1234567890123456',
      textMessage: 'found',
      senderId: '59514599',
    })
  })

  test('upper bound of count: the maximum safe integer is accepted', async () => {
    const answer = await api.post('getChatHistory', { chatId: '79990001122', count: Number.MAX_SAFE_INTEGER })
    expect(answer).toMatchObject({ status: 200, json: [] })
  })
})

describe('service 2 to 4', () => {
  test('a send leaves the queue paced, appears in the chat, and moves through its statuses', async () => {
    instance.set({ delaySendMessagesMilliseconds: 3000 })
    instance.behave({ autoStatus: { sent: 0, delivered: 500, read: 1000 } })
    await api.post('sendMessage', { chatId: '79990001122@c.us', message: 'one' })
    await api.post('sendMessage', { chatId: '79990001122@c.us', message: 'two' })
    const journal = async () => {
      const { json } = await api.get('lastOutgoingMessages')
      return Array.isArray(json) ? json.map((record) => `${record.textMessage} ${record.statusMessage}`).sort() : []
    }
    expect(await journal()).toEqual(['one pending', 'two pending'])
    emulator.clock.advance(0)
    expect(await journal()).toEqual(['one sent', 'two pending'])
    emulator.clock.advance(2999)
    expect(await journal()).toEqual(['one read', 'two pending'])
    emulator.clock.advance(1)
    expect(await journal()).toEqual(['one read', 'two sent'])
  })

  test('what is written in the queue ends a wait at once and stays until it is deleted', async () => {
    const wait = api.get('receiveNotification', '?receiveTimeout=60')
    await emulator.untilWaiting(instance.idInstance)
    instance.person('79990001122', { name: 'Anna' }).says('hello')
    const first = await wait
    expect(first.json).toEqual({
      receiptId: 1,
      body: {
        typeWebhook: 'incomingMessageReceived',
        instanceData: { idInstance: 1101000001, wid: '79001000001@c.us', typeInstance: 'v3' },
        timestamp: startAt / 1000,
        idMessage: expect.stringMatching(/^\d{18}$/),
        senderData: expect.objectContaining({ chatId: '59514599', sender: '59514599', senderName: 'Anna' }),
        messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'hello' } },
      },
    })
    expect((await api.get('receiveNotification')).json).toEqual(first.json)
    expect((await api.remove(1)).json).toEqual({ result: true })
    expect((await api.remove(1)).json).toMatchObject({ result: false })
  })

  test('getGroupData shows the invite link to administrators only', async () => {
    instance.group('-100200', { subject: 'Routes', membership: 'member' }).add('79990001122', 'owner')
    instance.group('-100300', { membership: 'admin', inviteLink: 'https://chat.example/join' })
    expect((await api.post('getGroupData', { groupId: '-100200' })).json).toMatchObject({
      groupId: '-100200',
      owner: '79990001122',
      subject: 'Routes',
      groupInviteLink: '',
      size: 2,
      participants: [
        { chatId: instance.accountId, isAdmin: false, isSuperAdmin: false },
        { chatId: '79990001122', isAdmin: true, isSuperAdmin: true },
      ],
    })
    expect((await api.post('getGroupData', { groupId: '-100300' })).json).toMatchObject({
      groupInviteLink: 'https://chat.example/join',
    })
  })

  test('getAvatar: set, hidden, absent, and nobody there', async () => {
    const avatar = async (chatId: string) => (await api.post('getAvatar', { chatId })).json
    instance.person('1').hasAvatar({ kind: 'set', mediaId: 'face-anna' })
    instance.person('2').hasAvatar({ kind: 'hidden' })
    instance.person('3')
    expect(await avatar('1')).toEqual({ urlAvatar: `${emulator.url}/media/face-anna/face-anna.jpg`, available: true })
    expect(await avatar('2')).toEqual({ urlAvatar: '', available: false })
    expect(await avatar('3')).toEqual({ urlAvatar: '', available: true })
    expect(await avatar('4')).toEqual({ urlAvatar: '', available: true })
    const picture = await fetch(`${emulator.url}/media/face-anna/face-anna.jpg`)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(new Uint8Array(await picture.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
  })

  test('journals show an edit and a deletion as records of their own, which the changed message names', async () => {
    instance.behave({ editFlags: true })
    const person = instance.person('79990001123')
    const wrong = person.says('wrong')
    const gone = person.says('gone')
    person.edits(wrong, 'right')
    person.deletes(gone)
    instance.set({ deletedMessageWebhook: 'no' })
    person.deletes(wrong)
    const { json } = await api.post('getChatHistory', { chatId: person.chatId })
    const [deletion, edit, ...changed] = Array.isArray(json) ? json : []
    expect(deletion).toMatchObject({ typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: gone.id } })
    expect(edit).toMatchObject({
      typeMessage: 'editedMessage',
      editedMessageData: { textMessage: 'right', stanzaId: wrong.id },
    })
    expect(changed).toMatchObject([
      { idMessage: gone.id, textMessage: 'gone', isDeleted: true, deletedMessageId: deletion.idMessage },
      { idMessage: wrong.id, textMessage: 'right', isEdited: true, editedMessageId: edit.idMessage, isDeleted: false },
    ])
    expect((await api.post('getMessage', { chatId: person.chatId, idMessage: edit.idMessage })).json).toEqual(edit)
  })

  test('a send to a group that does not exist makes none', async () => {
    await api.post('sendMessage', { chatId: '-100999', message: 'to nobody' })
    emulator.clock.advance(10_000)
    expect(instance.groups).toEqual([])
    expect(instance.sends.map(({ status }) => status)).toEqual(['notInGroup'])
    expect((await api.post('getGroupData', { groupId: '-100999' })).text).toContain('item-not-found')
  })

  test('every record says whether it was forwarded, whatever its kind', async () => {
    const person = instance.person('79990001122', { name: 'Anna' })
    const text = person.says('to quote')
    person.sendsLink({ text: 'https://a.example', title: 'A' })
    person.sendsLocation({ nameLocation: 'Gate', latitude: 1.5, longitude: 2.5 })
    person.sendsContact({ displayName: 'Bob', vcard: 'BEGIN:VCARD' })
    person.asksPoll('When?', ['now', 'later'])
    person.reacts(text, '👍')
    const { json } = await api.post('getChatHistory', { chatId: '79990001122' })
    expect(json).toHaveLength(6)
    expect(json).toEqual(Array(6).fill(expect.objectContaining({ isForwarded: false, forwardingScore: 0 })))
  })

  test('a record tells the name of a document as it was given, and a made-up one of every other file', async () => {
    const person = instance.person('79990001122', { name: 'Anna' })
    const fileName = 'Given.xyz'
    person.sendsDocument({ fileName })
    person.sendsImage({ fileName })
    person.sendsVideo({ fileName })
    person.sendsAudio({ fileName })
    person.sendsSticker({ fileName })
    const names = (records: unknown): Record<string, string> =>
      Array.isArray(records) ? Object.fromEntries(records.map((one) => [one.typeMessage, one.fileName])) : {}
    const fileNames = names((await api.get('lastIncomingMessages')).json)
    expect(fileNames).toEqual({
      documentMessage: fileName,
      imageMessage: expect.stringMatching(/^[\da-f]{32}\.jpeg$/),
      videoMessage: expect.stringMatching(/^[\da-f]{32}\.webm$/),
      audioMessage: expect.stringMatching(/^[\da-f]{32}\.wav$/),
      stickerMessage: expect.stringMatching(/^[\da-f]{32}\.webp$/),
    })
    expect(names((await api.post('getChatHistory', { chatId: '79990001122' })).json)).toEqual(fileNames)
    const noted = JSON.stringify(instance.notifications.list().map(({ body }) => body))
    for (const name of Object.values(fileNames)) expect(noted).toContain(`"fileName":"${name}"`)
  })

  test('every kind of 2.5 has its object in the journal and in the notification', async () => {
    const person = instance.person('79990001122', { name: 'Anna' })
    const text = person.says('to quote')
    person.says('reply', { quotes: text })
    person.sendsLink({ text: 'https://a.example', title: 'A' })
    person.sendsImage()
    person.sendsVideo()
    person.sendsDocument()
    person.sendsAudio()
    person.sendsSticker()
    person.sendsLocation({ nameLocation: 'Gate', latitude: 1.5, longitude: 2.5 })
    person.sendsContact({ displayName: 'Bob', vcard: 'BEGIN:VCARD' })
    person.sendsContacts([{ displayName: 'Bob', vcard: 'BEGIN:VCARD' }])
    const poll = person.asksPoll('When?', ['now', 'later'])
    person.votes(poll, ['now'])
    person.reacts(text, '👍')
    person.edits(text, 'edited')
    person.deletes(text)
    person.sendsUnsupported('templateMessage', { templateMessage: {} })
    const kinds = instance.notifications.list().map(({ body }) => {
      const data: unknown =
        typeof body === 'object' && body !== null && 'messageData' in body ? body.messageData : undefined
      return typeof data === 'object' && data !== null
        ? [Reflect.get(data, 'typeMessage'), Object.keys(data).slice(1).join('+')]
        : []
    })
    expect(kinds).toEqual([
      ['textMessage', 'textMessageData'],
      ['textMessage', 'textMessageData+quotedMessage'],
      ['extendedTextMessage', 'extendedTextMessageData'],
      ...['image', 'video', 'document', 'audio', 'sticker'].map((kind) => [`${kind}Message`, 'fileMessageData']),
      ['locationMessage', 'locationMessageData'],
      ['contactMessage', 'contactMessageData'],
      ['contactsArrayMessage', 'messageData'],
      ['pollMessage', 'pollMessageData'],
      ['pollUpdateMessage', 'pollMessageData'],
      ['reactionMessage', 'extendedTextMessageData+quotedMessage'],
      ['editedMessage', 'editedMessageData'],
      ['deletedMessage', 'deletedMessageData'],
      ['templateMessage', 'templateMessage'],
    ])
    const { json } = await api.get('lastIncomingMessages')
    const record = (typeMessage: string): unknown =>
      Array.isArray(json) ? json.find((one) => one.typeMessage === typeMessage) : undefined
    expect(record('quotedMessage')).toMatchObject({
      extendedTextMessage: { text: 'reply', stanzaId: text.id },
      quotedMessage: { stanzaId: text.id },
    })
    expect(record('locationMessage')).toMatchObject({
      location: { nameLocation: 'Gate', latitude: 1.5, longitude: 2.5 },
    })
    expect(record('pollMessage')).toMatchObject({
      pollMessageData: {
        name: 'When?',
        votes: [
          { optionName: 'now', optionVoters: [] },
          { optionName: 'later', optionVoters: [] },
        ],
      },
    })
    // Votes are records of their own; the poll's never shows one.
    expect(record('pollUpdateMessage')).toMatchObject({
      pollMessageData: {
        name: 'When?',
        votes: [{ optionName: 'now', optionVoters: ['59514599'] }, { optionVoters: [] }],
      },
    })
    expect(record('reactionMessage')).toMatchObject({
      extendedTextMessageData: { text: '👍' },
      quotedMessage: { stanzaId: text.id },
    })
  })
})

describe('bad input', () => {
  const rows: readonly { readonly what: string; readonly status: number; readonly does: () => Promise<Answer> }[] = [
    {
      what: 'malformed JSON',
      status: 400,
      does: () => api.raw(`/v3/waInstance1101000001/sendMessage/${token}`, asText('{"chatId":')),
    },
    { what: 'a JSON list', status: 400, does: () => api.post('sendMessage', [1]) },
    {
      what: 'a BOM before the JSON',
      status: 400,
      does: () =>
        api.raw(`/v3/waInstance1101000001/sendMessage/${token}`, asText('\ufeff{"chatId":"1","message":"a"}')),
    },
    { what: 'a wrong method', status: 404, does: () => api.get('sendMessage') },
    { what: 'an unknown operation', status: 404, does: () => api.get('sendEverything') },
    {
      what: 'an operation that is switched off',
      status: 404,
      does: () => (instance.behave({ optionalOperations: [] }), api.get('getSettings')),
    },
    { what: 'a wrong token', status: 401, does: () => api.raw('/v3/waInstance1101000001/getSettings/wrong') },
    { what: 'an unknown instance', status: 403, does: () => api.raw(`/v3/waInstance9/getSettings/${token}`) },
    {
      what: 'the other form of the path',
      status: 404,
      does: () => api.raw(`/waInstance1101000001/getSettings/${token}`),
    },
    { what: 'no operation at all', status: 404, does: () => api.raw('/v3/waInstance1101000001') },
    { what: 'no instance path at all', status: 404, does: () => api.raw('/favicon.ico') },
    { what: 'a percent sign alone', status: 404, does: () => api.raw(`/v3/waInstance1101000001/%/${token}`) },
    {
      what: 'an oversized body',
      status: 500,
      does: () => api.raw(`/v3/waInstance1101000001/getChatHistory/${token}`, asText('x'.repeat(3_000_000))),
    },
    { what: 'a receipt that is no number', status: 400, does: () => api.remove('first') },
  ]
  test.each(rows)('$what is answered with $status', async ({ status, does }) => {
    expect((await does()).status).toBe(status)
    expect((await api.post('getChatHistory', { chatId: '1' })).status).toBe(200)
  })
})

describe('service 10.3 and 10.4', () => {
  test('with every kind of notification off the answer is an instant null', async () => {
    const deaf = emulator.addInstance({ idInstance: '2', token, settings: 'new' })
    deaf.person('1').says('nobody hears')
    expect(await asker(emulator, deaf).get('receiveNotification')).toMatchObject({ status: 200, text: 'null' })
  })

  test('pulling starts again a minute after the webhook URL was cleared over the API', async () => {
    instance.set({ webhookUrl: 'https://elsewhere.example' })
    instance.person('1').says('waiting')
    await api.post('setSettings', { webhookUrl: '' })
    expect((await api.get('receiveNotification')).status).toBe(400)
    emulator.clock.advance(60_000)
    expect((await api.get('receiveNotification')).json).toMatchObject({ receiptId: 1 })
  })

  test('setting a webhook URL ends a waiting poll with the conflict', async () => {
    const wait = api.get('receiveNotification')
    await emulator.untilWaiting(instance.idInstance)
    instance.set({ webhookUrl: 'https://elsewhere.example' })
    expect((await wait).status).toBe(400)
  })

  test('an API send is echoed, a phone send is told, both with the own account as the sender', async () => {
    instance.behave({ autoStatus: manualStatus })
    const person = instance.person('79990001122')
    await api.post('sendMessage', { chatId: '79990001122', message: 'by API' })
    emulator.clock.advance(0)
    instance.phone.says('by phone', { to: person }).becomes('failed', { description: 'no reason' })
    expect(instance.notifications.list().map(({ body }) => body)).toMatchObject([
      {
        typeWebhook: 'outgoingAPIMessageReceived',
        senderData: { chatId: '59514599', sender: instance.accountId },
        messageData: { typeMessage: 'extendedTextMessage', extendedTextMessageData: { text: 'by API' } },
      },
      { typeWebhook: 'outgoingMessageReceived', messageData: { textMessageData: { textMessage: 'by phone' } } },
      { typeWebhook: 'outgoingMessageStatus', chatId: '59514599', status: 'failed', description: 'no reason' },
    ])
  })

  test('sends to nobody end in noAccount, to a group of others in notInGroup', async () => {
    instance.person('5', { noAccount: true })
    await api.post('sendMessage', { chatId: '5', message: 'a' })
    await api.post('sendMessage', { chatId: '-77', message: 'b' })
    emulator.clock.advance(1000)
    expect(instance.sends.map((message) => message.status)).toEqual(['noAccount', 'notInGroup'])
  })

  test('a person may answer under another id than the one that was asked', async () => {
    instance.behave({ unknownNumbers: 'noAccount' })
    const person = instance.person('79990001122', { answersAs: '4455667788' })
    await api.post('sendMessage', { chatId: '79990001122@c.us', message: 'hello' })
    emulator.clock.advance(0)
    person.says('hi')
    const { json } = await api.post('getChatHistory', { chatId: '4455667788' })
    expect(json).toMatchObject([{ textMessage: 'hi' }, { textMessage: 'hello', chatId: '4455667788' }])
    expect((await api.post('checkAccount', { phoneNumber: 79990001122 })).json).toMatchObject({
      exist: true,
      chatId: '4455667788',
    })
  })
})
