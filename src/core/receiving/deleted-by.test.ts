import { expect, test } from 'vitest'
import { rowsOf, startReceivingAccount } from '../testing/receiving-scene.ts'

const group = '120363000000000001@g.us'
const customer = '79990001122@c.us'
const anna = { sender: '79990000001@c.us', senderName: 'Anna' }
const boris = { sender: '79990000002@c.us', senderName: 'Boris' }

test('a deletion is by whom the service says, and by nobody where it does not', async () => {
  const { instance, core, received } = await startReceivingAccount('secret-of-deletions')
  let count = 0
  const notify = (typeWebhook: string, chatId: string, who: object, messageData: object, idMessage?: string) =>
    instance.notifyRaw({
      ...{ typeWebhook, instanceData: instance.instanceData(), timestamp: 1_795_176_000 + ++count },
      ...{ idMessage: idMessage ?? `change${count}`, senderData: { chatId, ...who }, messageData },
    })
  const incoming = 'incomingMessageReceived'
  const outgoing = 'outgoingMessageReceived'
  const write = (typeWebhook: string, chatId: string, who: object, id: string) =>
    notify(typeWebhook, chatId, who, { typeMessage: 'textMessage', textMessageData: { textMessage: id } }, id)
  const remove = (typeWebhook: string, chatId: string, who: object, id: string) =>
    notify(typeWebhook, chatId, who, { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: id } })

  write(incoming, group, boris, 'not deleted')
  write(incoming, group, anna, 'by another')
  remove(incoming, group, boris, 'by another')
  write(incoming, group, anna, 'by its writer')
  remove(incoming, group, anna, 'by its writer')
  write(incoming, group, anna, 'by us')
  remove(outgoing, group, {}, 'by us')
  // It may come before what it deletes.
  remove(incoming, group, boris, 'ours by another')
  write(outgoing, group, {}, 'ours by another')
  write(outgoing, group, {}, 'ours by nobody knows whom')
  remove(incoming, group, {}, 'ours by nobody knows whom')
  write(outgoing, customer, {}, 'ours to a customer')
  remove(incoming, customer, {}, 'ours to a customer')
  await received()

  const rows = [...(await rowsOf(core, group)), ...(await rowsOf(core, customer))]
  expect(rows.filter(({ deleted }) => !deleted).map(({ idMessage }) => idMessage)).toEqual(['not deleted'])
  const by = rows.map(({ idMessage, deletedBy }) => [idMessage, deletedBy?.own === true ? 'own' : deletedBy?.name])
  expect(Object.fromEntries(by)).toEqual({
    'not deleted': undefined,
    'by another': 'Boris',
    'by its writer': 'Anna',
    'by us': 'own',
    'ours by another': 'Boris',
    'ours by nobody knows whom': undefined,
    'ours to a customer': 'own',
  })
})
