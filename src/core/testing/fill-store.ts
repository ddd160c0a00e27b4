import type { InstanceKey } from '../../contract/ids.ts'
import type { Store } from '../intents.ts'

/** Puts an instance with some chats and many messages into a store, the way the receive loop does. */
export async function fillStore(store: Store, { chats = 20, messages = 2000 } = {}): Promise<InstanceKey> {
  const added = await store.write('accounts.add', {
    apiUrl: 'https://api.example',
    idInstance: '1101000001',
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  })
  if (added.kind === 'exists') throw new Error('The store is not empty.')
  const instance = added.instance.key
  const start = Date.UTC(2026, 10, 1) / 1000
  const writes = Array.from({ length: messages }, (_, n) => {
    const chatId = `7999000${String(n % chats).padStart(4, '0')}@c.us`
    const body = {
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001, wid: '79990009999@c.us', typeInstance: 'v3' },
      timestamp: start + n,
      idMessage: `MESSAGE${String(n).padStart(12, '0')}`,
      senderData: { chatId, sender: chatId, senderName: `Customer ${n % chats}` },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: `order number${n} please` } },
    }
    return store.write('receiving.persist', {
      instance,
      raw: JSON.stringify(body),
      isJson: true,
      receiptId: String(n + 1),
      receivedAt: (start + n) * 1000,
      deleted: [],
      isQueueComplete: true,
    })
  })
  await Promise.all(writes)
  while ((await store.write('receiving.applyInbox', { version: 'test', limit: 500, budgetMs: Infinity })).more);
  return instance
}
