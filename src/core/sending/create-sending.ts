import { combine } from '../base/combine.ts'
import { createSendingHandlers, type SendingHandlers } from './sending-handlers.ts'
import { createSendingService, type SendingPorts, type SendingService } from './sending-service.ts'
import type { InputOf } from '../../api/operations.ts'
import type { RecipientSuggestion } from '../../contract/chats.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { SendingBase } from './sending-base.ts'
import type { TemplateRecord } from '../../api/schema/template.ts'
import { templateMediaKinds, type Template } from '../../contract/sending.ts'
import { templateParts } from './rules/template-parts.ts'
import { runOf } from '../accounts/run-of.ts'
import { createSingleFlight } from '../base/single-flight.ts'

export interface Sending {
  readonly handlers: SendingHandlers & RecipientHandlers & ReturnType<typeof createTemplateHandlers>
  readonly service: SendingService
}

/** Sending own messages (architecture 6), and starting chats. */
export function createSending(ports: SendingPorts): Sending {
  const service = createSendingService(ports)
  return {
    handlers: combine(
      createSendingHandlers({ ...ports, sending: service }),
      createRecipientHandlers(ports),
      createTemplateHandlers(ports),
    ),
    service,
  }
}

type RecipientHandlers = Pick<CoreHandlers, 'chats.suggestRecipient' | 'chats.checkRecipient' | 'chats.open'>

const usernameOf = (by: InputOf<'checkAccount'>) => ('username' in by ? by.username : null)

/** Starting a chat by phone number or chat id: what a typed recipient would mean is shown before it is used. */
function createRecipientHandlers(ports: Pick<SendingBase, 'store' | 'instances'>): RecipientHandlers {
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

/** Templates of a business account: read when a person chooses one, and never stored. */
function createTemplateHandlers({ instances }: Pick<SendingBase, 'instances'>): Pick<CoreHandlers, 'templates.read'> {
  const singleFlight = createSingleFlight()
  return {
    'templates.read': ({ instance }) =>
      singleFlight(`${instance} templates.read`, {}, async () => {
        const run = runOf(instances, instance)
        const options = { priority: 'view', purpose: 'templates.read', signal: run.signal } as const
        const answer = await run.optional.ask('getTemplates', {}, options)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        const templates = (answer.value.templates ?? []).map(presentTemplate).filter(({ id }) => id !== '')
        return templates.toSorted(
          (a, b) => Number(isApproved(b)) - Number(isApproved(a)) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
        )
      }),
  }
}

const isApproved = ({ status }: Template): boolean => status.toUpperCase() === 'APPROVED'

/** Only what has an id can be sent. */
function presentTemplate(record: TemplateRecord): Template {
  return {
    id: record.templateId ?? record.id ?? '',
    name: record.elementName ?? '',
    language: record.languageCode ?? '',
    category: record.category ?? '',
    status: record.status ?? '',
    media: mediaOf(record.templateType ?? 'TEXT'),
    ...templateParts(record),
  }
}

function mediaOf(type: string): Template['media'] {
  const kind = type.toLowerCase()
  if (kind === 'text' || kind === '') return null
  return templateMediaKinds.find((one) => one === kind) ?? 'other'
}
