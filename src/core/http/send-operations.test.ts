import { describe, expect, onTestFinished, test } from 'vitest'
import { createInstanceApi } from '../../api/client.ts'
import type { HttpUpload } from '../../api/http.ts'
import { createRateLimiter } from '../../api/limits/rate-limiter.ts'
import { prefixOf } from '../../api/path.ts'
import type { Family } from '../../api/operations.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { createUndiciHttp } from './undici-http.ts'

const send = { priority: 'send' } as const
const chatId = '79990001122@c.us'

/** An instance of a family, its client over the real network, and a clock of the emulator's own. */
async function scene(family: Family) {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20) } })
  const url = await emulator.start()
  const http = createUndiciHttp()
  onTestFinished(async () => {
    await http.close()
    await emulator.stop()
  })
  const instance = emulator.addInstance({
    idInstance: '1101000001',
    token: 'token-one',
    family,
    settings: { delaySendMessagesMilliseconds: 500 },
  })
  const anna = instance.person('79990001122', { name: 'Anna' })
  const api = createInstanceApi({
    http,
    clock: createSystemClock(),
    limiter: createRateLimiter({ clock: createSystemClock() }),
    target: { baseUrl: url, prefix: prefixOf(family), family, idInstance: '1101000001', token: 'token-one' },
    random: Math.random,
  })
  /** What Anna sees once everything has left. */
  const seen = () => {
    emulator.clock.advance(10_000)
    return instance.chat(anna.chatId).messages
  }
  return { emulator, instance, anna, api, seen }
}

const fileOf = (text: string, more: Partial<HttpUpload> = {}): HttpUpload => {
  const bytes = new TextEncoder().encode(text)
  return {
    bytes: bytes.length,
    async *open() {
      yield bytes.subarray(0, 3)
      yield bytes.subarray(3)
    },
    ...more,
  }
}

describe.each(['v3', 'whatsapp', 'telegram'] as const)('%s', (family) => {
  test('a text quotes a message of its chat, and is refused where that is not there', async () => {
    const { anna, api, seen } = await scene(family)
    const question = anna.says('Is it on its way?')
    expect(await api.call('sendMessage', { chatId, message: 'Yes', quotedMessageId: question.id }, send)).toMatchObject(
      { ok: true },
    )
    expect(seen().at(-1)).toMatchObject({ content: { text: 'Yes' }, quotes: { id: question.id } })
    expect(
      await api.call('sendMessage', { chatId, message: 'Yes', quotedMessageId: 'NOBODY0123456789' }, send),
    ).toMatchObject({ ok: false, error: { status: 400 } })
  })

  test('a file is uploaded in pieces, whatever its name is, and sent by its link', async () => {
    const { emulator, api, seen } = await scene(family)
    const sent: number[] = []
    const name = 'счёт "1".pdf'
    const uploaded = await api.call(
      'uploadFile',
      { file: fileOf('hello file', { onSent: (bytes) => sent.push(bytes) }), fileName: name },
      send,
    )
    if (!uploaded.ok) throw new Error(JSON.stringify(uploaded.error))
    expect(sent).toEqual([3, 10])
    const { urlFile } = uploaded.value
    expect(await (await fetch(urlFile)).text()).toBe('hello file')
    expect(await api.call('sendFileByUrl', { chatId, urlFile, fileName: name }, send)).toMatchObject({ ok: true })
    expect(seen().at(-1)?.content).toMatchObject({ kind: 'file', as: 'document', fileName: name })
    emulator.clock.advance(16 * 86_400_000)
    expect((await fetch(urlFile)).status).toBe(404)
  })

  test('a file is sent in one call, with its caption, as what its name says', async () => {
    const { api, seen } = await scene(family)
    const call = { chatId, file: fileOf('not really a picture'), fileName: 'picture.png', caption: 'The "new"\r\none' }
    expect(await api.call('sendFileByUpload', call, send)).toMatchObject({
      ok: true,
      value: { urlFile: expect.any(String) },
    })
    expect(seen().at(-1)?.content).toMatchObject({ kind: 'file', as: 'image', caption: 'The "new"\r\none' })
  })

  test('a file that can not be read, or is of another length than was said, sends nothing', async () => {
    const { api, seen } = await scene(family)
    const longer = fileOf('hello file', { bytes: 5 })
    const shorter = fileOf('hello file', { bytes: 500 })
    const broken: HttpUpload = {
      bytes: 10,
      // oxlint-disable-next-line require-yield
      async *open() {
        throw new Error('gone')
      },
    }
    for (const file of [longer, shorter, broken]) {
      expect(await api.call('sendFileByUpload', { chatId, file, fileName: 'a.txt' }, send)).toMatchObject({
        ok: false,
        error: { kind: 'network', reason: 'aborted', code: 'UNREADABLE' },
      })
    }
    expect(seen()).toEqual([])
  })

  test('a link that leads nowhere is taken, and fails later', async () => {
    const { instance, api, seen } = await scene(family)
    const gone = 'https://files.test/a.png'
    expect(await api.call('sendFileByUrl', { chatId, urlFile: gone, fileName: 'a.png' }, send)).toMatchObject({
      ok: true,
    })
    expect(seen()).toEqual([])
    expect(instance.sends.at(-1)?.status).toBe('failed')
  })

  test('places, people and polls are sent', async () => {
    const { api, seen } = await scene(family)
    const contact =
      family === 'v3' ? { chatId: '79990001122' } : { phoneContact: 79990001133, firstName: 'Boris', lastName: 'B' }
    const options = [{ optionName: 'yes' }, { optionName: 'no' }]
    for (const answer of [
      await api.call('sendLocation', { chatId, latitude: -33.5, longitude: -70.6 }, send),
      await api.call('sendContact', { chatId, contact }, send),
      await api.call('sendPoll', { chatId, message: 'Tea?', options }, send),
    ]) {
      expect(answer).toMatchObject({ ok: true, value: { idMessage: expect.any(String) } })
    }
    expect(seen().map(({ content }) => content.kind)).toEqual(['location', 'contact', 'poll'])
    expect(
      await api.call(
        'sendPoll',
        { chatId, message: 'Tea?', options: [{ optionName: 'a' }, { optionName: 'a' }] },
        send,
      ),
    ).toMatchObject({ ok: false, error: { kind: 'validation' } })
  })

  test('a message is forwarded as what it is', async () => {
    const { instance, anna, api } = await scene(family)
    const photo = anna.sendsImage({ caption: 'the parcel' })
    const call = { chatId: '79990003344@c.us', chatIdFrom: anna.chatId, messages: [photo.id] }
    expect(await api.call('forwardMessages', call, send)).toMatchObject({
      ok: true,
      value: { idMessage: expect.any(String) },
    })
    expect(instance.outgoing.list()[0]?.type).toBe('ForwardMessages')
  })

  test('an own text is edited and deleted, while the family lets it', async () => {
    const { emulator, instance, api, seen, anna } = await scene(family)
    const sent = await api.call('sendMessage', { chatId, message: 'tpyo' }, send)
    if (!sent.ok) throw new Error('not sent')
    const { idMessage } = sent.value
    const [message] = seen()
    const edited = await api.call('editMessage', { chatId, idMessage, message: 'typo' }, send)
    // The id of the message, or one of the edit's own.
    expect(edited.ok && edited.value.idMessage === idMessage).toBe(family !== 'whatsapp')
    expect(seen()).toMatchObject([{ content: { text: 'typo' }, isEdited: true }])

    emulator.clock.advance(49 * 3_600_000)
    const late = await api.call('editMessage', { chatId, idMessage, message: 'too late' }, send)
    expect(late.ok).toBe(family === 'whatsapp')
    expect(seen()).toMatchObject([{ content: { text: 'typo' } }])

    expect(await api.call('deleteMessage', { chatId, idMessage }, send)).toMatchObject({
      ok: true,
      value: { done: true },
    })
    expect(message?.isDeleted).toBe(true)
    const question = anna.says('hello')
    expect(await api.call('deleteMessage', { chatId, idMessage: question.id }, send)).toMatchObject({ ok: false })
    expect(instance.outgoing.list()).toEqual([])
  })

  test.runIf(family !== 'telegram')('a reaction is given and taken back', async () => {
    const { anna, api } = await scene(family)
    const { id: idMessage, reactions } = anna.says('done')
    expect(await api.call('sendReaction', { chatId, idMessage, reaction: '👍' }, send)).toMatchObject({ ok: true })
    expect([...reactions.values()]).toEqual(['👍'])
    await api.call('sendReaction', { chatId, idMessage, reaction: '' }, send)
    expect([...reactions.values()]).toEqual([])
  })
})

test('the Telegram family has no reactions', async () => {
  const { anna, api } = await scene('telegram')
  const call = { chatId, idMessage: anna.says('done').id, reaction: '👍' }
  expect(await api.call('sendReaction', call, send)).toMatchObject({ ok: false, error: { kind: 'operationMissing' } })
})
