import { ContractError } from '../../contract/errors.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { replyOf, type createSingleFlight } from '../base/single-flight.ts'
import { serviceTime } from '../messages/archive/rules/position.ts'
import type { AdministrationBase } from './administration-base.ts'

export type ServiceChatCalls =
  | 'chats.archiveAtService'
  | 'chats.setLifetime'
  | 'messages.deleteForMe'
  | 'account.readStates'

type Deps = Pick<AdministrationBase, 'instances' | 'store'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
}

/** So many changes of state are asked for. */
const mostStates = 100

/** Changes of chats in the messenger itself: each is requested once, and shown when the service accepted it. */
export function createChatsAtService({ instances, store, singleFlight }: Deps): Pick<CoreHandlers, ServiceChatCalls> {
  const view = (purpose: string) => ({ priority: 'view', purpose }) as const

  const chatOf = async (chat: ChatKey): Promise<{ readonly run: InstanceRun; readonly chatId: string }> => {
    const { instance, chatId } = await store.read('directory.chat', { chat })
    return { run: runOf(instances, instance), chatId }
  }

  return {
    'chats.archiveAtService': ({ chat, archived }) =>
      singleFlight(`${chat} archive`, { archived }, async () => {
        const { run, chatId } = await chatOf(chat)
        const operation = archived ? 'archiveChat' : 'unarchiveChat'
        replyOf(await run.optional.ask(operation, { chatId }, view('chats.archive')))
        await store.write('administration.putChatAtService', { chat, archived }, { urgent: true })
      }),

    'chats.setLifetime': ({ chat, seconds }) =>
      singleFlight(`${chat} lifetime`, { seconds }, async () => {
        const { run, chatId } = await chatOf(chat)
        const answer = await run.optional.ask(
          'setDisappearingChat',
          { chatId, ephemeralExpiration: seconds },
          view('chats.lifetime'),
        )
        const reply = replyOf(answer)
        // The service's answer counts if it has a value.
        const lifetime = reply.disappearingMessagesInChat === false ? 0 : (reply.ephemeralExpiration ?? seconds)
        await store.write('administration.putChatAtService', { chat, lifetime }, { urgent: true })
      }),

    'messages.deleteForMe': ({ message }) =>
      singleFlight(`message ${message}`, 'deleteForMe', async () => {
        const target = await store.read('sending.serviceTarget', { message })
        if (target === null || target.direction !== 'outgoing') throw new ContractError('notEditable')
        const { instance, chatId, idMessage } = target
        const input = { chatId, idMessage, onlySenderDelete: true }
        replyOf(await runOf(instances, instance).optional.ask('deleteMessage', input, view('messages.deleteForMe')))
        await store.write('sending.setHidden', { messages: [message], hidden: true }, { urgent: true })
      }),

    'account.readStates': ({ instance: key }) =>
      singleFlight(`${key} account.readStates`, null, async () => {
        const run = runOf(instances, key)
        const options = { ...view('account.states'), signal: run.signal }
        const answer = await run.optional.ask('getStateInstanceHistory', { count: mostStates }, options)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        return answer.value.items.slice(0, mostStates).map(({ value }) => ({
          state: value.stateInstance,
          at: serviceTime(value.timestamp),
          phone: (value.phoneNumber ?? '').split('@', 1)[0] ?? '',
        }))
      }),
  }
}
