import type { InputOf } from '../../api/operations.ts'
import type { RecipientSuggestion } from '../../contract/chats.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { SendingBase } from './sending-base.ts'

export type RecipientHandlers = Pick<CoreHandlers, 'chats.suggestRecipient' | 'chats.checkRecipient' | 'chats.open'>

const usernameOf = (by: InputOf<'checkAccount'>) => ('username' in by ? by.username : null)

/** Starting a chat by phone number or chat id: what a typed recipient would mean is shown before it is used. */
export function createRecipientHandlers(ports: Pick<SendingBase, 'store' | 'instances'>): RecipientHandlers {
  const { store, instances } = ports

  const suggest = async (
    instance: InstanceKey,
    text: string,
  ): Promise<{ readonly suggestion: RecipientSuggestion; readonly by: InputOf<'checkAccount'> | null }> => {
    const { read, existing } = await store.read('sending.typedRecipient', { instance, text })
    const { kind, display } = read
    const chatId = 'chatId' in read ? read.chatId : null
    const suggestion: RecipientSuggestion = { chatId, kind, display, existing, account: 'unknown' }
    if (read.kind === 'username') return { suggestion, by: { username: read.username } }
    return { suggestion, by: 'phone' in read && read.phone !== null ? { phoneNumber: Number(read.phone) } : null }
  }

  return {
    'chats.suggestRecipient': async ({ instance, text }) => (await suggest(instance, text)).suggestion,

    async 'chats.checkRecipient'({ instance, text }, { signal }) {
      const { suggestion, by } = await suggest(instance, text)
      const run = instances.get(instance)?.run() ?? null
      if (by === null || run === null) return suggestion
      const answer = await run.optional.ask('checkAccount', by, {
        ...{ priority: 'view', purpose: 'chats.checkRecipient', signal: AbortSignal.any([run.signal, signal]) },
      })
      if (answer === 'absent') return suggestion
      if (!answer.ok) throw contractErrorOf(answer.error)
      if (!answer.value.exist) return { ...suggestion, account: 'missing' }
      const chatId = answer.value.chatId ?? ''
      if (chatId === '') return { ...suggestion, account: 'exists' }
      await store.write('sending.learnAccount', {
        instance,
        typed: suggestion.chatId,
        chatId,
        username: usernameOf(by),
      })
      const { existing } = await store.read('sending.typedRecipient', { instance, text: chatId })
      return { ...suggestion, chatId, existing, account: 'exists' }
    },

    async 'chats.open'({ instance, chatId }) {
      if (instances.get(instance) === undefined) throw new ContractError('notFound')
      return store.write('sending.openChat', { instance, chatId: chatId.trim() }, { urgent: true })
    },
  }
}
