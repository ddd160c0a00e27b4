import type { RecipientSuggestion } from '../../contract/chats.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { formatPhone } from '../messages/archive/rules/chat-title.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { SendingBase } from './sending-base.ts'

export type RecipientHandlers = Pick<CoreHandlers, 'chats.suggestRecipient' | 'chats.checkRecipient' | 'chats.open'>

/** Starting a chat by phone number or chat id: what a typed recipient would mean is shown before it is used. */
export function createRecipientHandlers(ports: Pick<SendingBase, 'store' | 'instances'>): RecipientHandlers {
  const { store, instances } = ports

  const suggest = async (
    instance: InstanceKey,
    text: string,
  ): Promise<{ readonly suggestion: RecipientSuggestion; readonly phone: string | null }> => {
    const { read, existing } = await store.read('sending.typedRecipient', { instance, text })
    if (read.kind === 'invalid') {
      const suggestion = { chatId: null, kind: read.kind, display: read.display, existing, account: 'unknown' } as const
      return { suggestion, phone: null }
    }
    const { chatId, kind, display, phone } = read
    return { suggestion: { chatId, kind, display, existing, account: 'unknown' }, phone }
  }

  return {
    'chats.suggestRecipient': async ({ instance, text }) => (await suggest(instance, text)).suggestion,

    async 'chats.checkRecipient'({ instance, text }, { signal }) {
      const { suggestion, phone } = await suggest(instance, text)
      const run = instances.get(instance)?.run() ?? null
      if (suggestion.chatId === null || phone === null || run === null) return suggestion
      const answer = await run.optional.ask(
        'checkAccount',
        { phoneNumber: Number(phone) },
        { priority: 'view', purpose: 'chats.checkRecipient', signal: AbortSignal.any([run.signal, signal]) },
      )
      if (answer === 'absent') return suggestion
      if (!answer.ok) throw contractErrorOf(answer.error)
      if (!answer.value.exist) return { ...suggestion, account: 'missing' }
      const chatId = answer.value.chatId ?? ''
      if (chatId === '') return { ...suggestion, account: 'exists' }
      await store.write('sending.learnAccount', { instance, typed: suggestion.chatId, chatId })
      const { existing } = await store.read('sending.typedRecipient', { instance, text: chatId })
      return { ...suggestion, chatId, display: formatPhone(phone) ?? chatId, existing, account: 'exists' }
    },

    async 'chats.open'({ instance, chatId }) {
      if (instances.get(instance) === undefined) throw new ContractError('notFound')
      return store.write('sending.openChat', { instance, chatId: chatId.trim() }, { urgent: true })
    },
  }
}
