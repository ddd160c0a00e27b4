import type { OperationId } from '../../src/public-api/operations.ts'
import { askedOf, type Answered, type Asked } from './generated-clients.ts'

const instanceId = '1101000001'
export const chats = Array.from({ length: 6 }, (_, index) => `7999000110${index}@c.us`)
export const messagesOfChat = 4

interface Page {
  readonly items: readonly { readonly id: string }[]
  readonly nextCursor: string | null
}

/**
 * Two hundred calls: reads and pages, sends and their repeats, proposals, labels, events, and what is refused. Answers
 * what came of each.
 */
export async function runScript(call: (asked: Asked) => Promise<Answered>): Promise<readonly (readonly unknown[])[]> {
  const log: (readonly unknown[])[] = []
  const ask = async (id: OperationId, input: Readonly<Record<string, unknown>> = {}, more: Partial<Asked> = {}) => {
    const answered = await call(askedOf(id, input, more))
    log.push([log.length, id, input, answered.status, answered.body])
    return answered.body as Page & Record<string, unknown>
  }
  const pages = async (id: OperationId, input: Readonly<Record<string, unknown>>) => {
    const items: { readonly id: string }[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ask(id, { ...input, ...(cursor === undefined ? {} : { cursor }) })
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return items
  }

  await ask('getMe')
  await ask('listInstances')
  for (const one of [instanceId, '1101000009', 'x']) await ask('getInstance', { instanceId: one })
  await pages('listChats', { limit: 2 })
  for (const more of [{ unread: true }, { archived: true }, { instanceId }, { label: 'none' }])
    await ask('listChats', more)
  for (const wrong of [{ limit: 0 }, { limit: 201 }, { cursor: 'x' }, { instanceId: '1' }])
    await ask('listChats', wrong)
  const messages: string[] = []
  for (const chatId of chats) {
    await ask('getChat', { instanceId, chatId })
    const newest = await pages('listMessages', { instanceId, chatId, limit: 3 })
    await pages('listMessages', { instanceId, chatId, limit: 3, order: 'oldest' })
    messages.push(...newest.map(({ id }) => id))
  }
  await ask('getChat', { instanceId, chatId: 'none' })
  for (const messageId of messages) await ask('getMessage', { messageId })
  for (const messageId of ['999999', '0', 'x']) await ask('getMessage', { messageId })
  await pages('searchMessages', { text: 'message', limit: 10 })
  await ask('searchMessages', { text: 'nothing of this' })
  await ask('searchMessages', { text: '' })
  await ask('listWaiting')
  await ask('getMedia', { ref: `f${'0'.repeat(40)}` })

  const sent: string[] = []
  for (const [index, chatId] of chats.entries()) {
    const send = { sendId: `script-send-${index}`, instanceId, chatId, text: `Answer ${index}` }
    const { message } = await ask('sendMessage', send)
    sent.push(String((message as { id: string }).id))
    await ask('sendMessage', send)
    await ask('sendMessage', { ...send, text: 'Another one' })
    await ask('getSend', { sendId: send.sendId })
  }
  for (const messageId of sent) await ask('getMessage', { messageId, wait: 30, until: 'accepted' })
  for (const messageId of sent) await ask('cancelMessage', { messageId })
  const [chatId = ''] = chats
  for (let count = 0; count < 2; count++)
    await ask(
      'sendMessage',
      { instanceId, chatId, text: 'By a header' },
      { headers: { 'Idempotency-Key': 'script-header' } },
    )
  const contents = [
    { kind: 'location', latitude: 55.75, longitude: 37.6 },
    { kind: 'poll', question: 'When?', options: ['Today', 'Later'] },
    { kind: 'fileByUrl', url: 'https://files.example/a.png', name: 'a.png' },
    { kind: 'sticker' },
    { kind: 'poll', question: 'When?', options: ['One', 'One'] },
  ]
  for (const [index, content] of contents.entries()) {
    for (let count = 0; count < 2; count++)
      await ask('sendMessage', { sendId: `script-content-${index}`, instanceId, chatId, content })
  }
  const { uploadId } = await ask('uploadFile', {}, { query: { name: 'a.txt' }, body: new Blob(['the file']) })
  for (let count = 0; count < 2; count++)
    await ask('sendMessage', { sendId: 'script-file', instanceId, chatId, content: { kind: 'file', uploadId } })
  const noFile = { kind: 'file', uploadId: '0'.repeat(32) }
  await ask('sendMessage', { sendId: 'script-no-file', instanceId, chatId, content: noFile })
  await ask('sendMessage', { sendId: 'script-nothing', instanceId, chatId })
  await ask('sendMessage', { sendId: 'short', instanceId, chatId, text: 'x' })
  await ask('getSend', { sendId: 'script-none' })
  await ask('sendMessage', { sendId: 'script-scope', instanceId: '1101000009', chatId, text: 'x' })
  await ask('sendMessage', { sendId: 'script-stranger', instanceId, chatId: '79990009999@c.us', text: 'x' })

  for (const [index, one] of chats.entries()) {
    const proposed = { sendId: `script-proposal-${index}`, instanceId, chatId: one, text: 'May I?', reason: 'asked' }
    const { id } = await ask('proposeMessage', proposed)
    await ask('proposeMessage', proposed)
    await ask('getProposal', { proposalId: id })
    await ask('withdrawProposal', { proposalId: id })
    await ask('getProposal', { proposalId: id })
    await ask('setLabel', { instanceId, chatId: one, label: 'From the script / 1' })
    await ask('addNote', { instanceId, chatId: one, text: 'A note' })
  }
  await pages('listChats', { label: 'From the script / 1', limit: 4 })
  for (const one of chats) await ask('removeLabel', { instanceId, chatId: one, label: 'From the script / 1' })
  await ask('addNote', { instanceId, chatId, text: 'x'.repeat(4001) })
  await ask('getProposal', { proposalId: '999' })

  const lines = String((await ask('readEvents', { limit: 10 })) as unknown)
  const { position } = JSON.parse(lines.trim().split('\n').at(-1) ?? '{}') as { position: string }
  await ask('readEvents', { after: position, limit: 100 })
  await ask('acknowledgeEvents', { position })
  for (const wrong of ['x', `zzzz-1`]) await ask('acknowledgeEvents', { position: wrong })
  await ask('getSubscription')
  await ask('listDeadLetters')
  for (const id of ['pauseSubscription', 'resumeSubscription', 'seekSubscription'] as const) await ask(id)
  for (const id of ['retryDeadLetter', 'skipDeadLetter'] as const) await ask(id, { id: '1' })
  return log
}
