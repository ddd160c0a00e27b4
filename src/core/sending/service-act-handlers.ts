import type { CallResult } from '../../api/call.ts'
import { ContractError } from '../../contract/errors.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { deleteWindowMs, editWindowMs } from '../../contract/values.ts'
import { runOf } from '../accounts/run-of.ts'
import type { Message } from '../../contract/messages.ts'
import { createSingleFlight, replyOf } from '../base/single-flight.ts'
import { askRecords } from './ask-records.ts'
import { historyCount } from './recheck.ts'
import type { SendingBase } from './sending-base.ts'
import { checkText } from './rules/check-text.ts'
import type { ServiceAct, ServiceTarget } from './tx/service-acts.ts'
import { retryPolicy } from './rules/retry-policy.ts'

/**
 * Changes of a message at the service: edit, delete, react. One call while the person waits; failures are shown, and
 * nothing is retried automatically. An accepted change is shown at once. If the answer is lost, the service's history
 * decides whether the change happened.
 */
export function createServiceActHandlers(
  ports: Pick<SendingBase, 'store' | 'instances' | 'clock'>,
): Pick<CoreHandlers, 'messages.edit' | 'messages.deleteForEveryone' | 'messages.react'> {
  const { store, instances, clock } = ports
  const act = { priority: 'view' } as const
  /** Two windows that change one message alike make one request. */
  const singleFlight = createSingleFlight()

  const targetOf = async (message: MessageKey): Promise<ServiceTarget> => {
    const target = await store.read('sending.serviceTarget', { message })
    if (target === null || target.deleted) throw new ContractError('notEditable')
    return target
  }
  const ageOf = ({ instance, at }: ServiceTarget): number =>
    clock.now() + (instances.get(instance)?.row().clockOffsetMs ?? 0) - at

  const recordAct = (target: ServiceTarget, done: ServiceAct) =>
    store.write('sending.recordServiceAct', { target, act: done }, { urgent: true })

  /** An answer got lost: whether the chat's history shows that the change was made all the same. */
  const isShown = async (
    message: MessageKey,
    { instance, chatId }: ServiceTarget,
    shows: (found: Message) => boolean,
  ): Promise<boolean> => {
    const run = runOf(instances, instance)
    await clock.sleep(retryPolicy.changeShown, run.signal)
    const ask = { ...act, name: 'getChatHistory', input: { chatId, count: historyCount }, chatId } as const
    const error = await askRecords(run, ports, { ...ask, purpose: 'messages.checkAct' })
    return error === null && shows((await store.read('messages.details', { message })).message)
  }

  /**
   * What the service answered to a change. Where the answer got lost and the service shows the change, null.
   * Throws `outcomeUnknown` where it does not: to ask for the same once more is safe, since it changes nothing more.
   */
  const outcomeOf = async <Reply>(
    answer: CallResult<Reply> | 'absent',
    message: MessageKey,
    target: ServiceTarget,
    shows: (found: Message) => boolean,
  ): Promise<Reply | null> => {
    try {
      return replyOf(answer)
    } catch (error) {
      const isUnknown = error instanceof ContractError && error.code === 'outcomeUnknown'
      if (isUnknown && (await isShown(message, target, shows))) return null
      throw error
    }
  }

  return {
    'messages.edit': ({ message, text }) =>
      singleFlight(`message ${message}`, { text }, async () => {
        const target = await targetOf(message)
        const { chatId, idMessage, family } = target
        // Later the WhatsApp family says yes and changes nothing (service 11.4.1).
        const may = target.direction === 'outgoing' && target.kind === 'text' && ageOf(target) < editWindowMs(family)
        if (!may) throw new ContractError('notEditable')
        const checked = checkText(chatId, text)
        if (!checked.ok) throw new ContractError(checked.fault.code, { details: { ...checked.fault } })
        const input = { chatId, idMessage, message: checked.text }
        const options = { ...act, purpose: 'messages.edit' }
        const answer = await runOf(instances, target.instance).optional.ask('editMessage', input, options)
        const isEdited = ({ content }: Message) => 'text' in content && content.text.trim() === checked.text.trim()
        const reply = await outcomeOf(answer, message, target, isEdited)
        await recordAct(target, { kind: 'edit', text: checked.text, answeredId: reply?.idMessage ?? idMessage })
      }),

    'messages.deleteForEveryone': ({ message }) =>
      singleFlight(`message ${message}`, 'delete', async () => {
        const target = await targetOf(message)
        const { chatId, idMessage, family } = target
        const limit = deleteWindowMs(family)
        if (target.direction !== 'outgoing' || (limit !== null && ageOf(target) >= limit))
          throw new ContractError('notEditable')
        const options = { ...act, purpose: 'messages.deleteForEveryone' }
        const answer = await runOf(instances, target.instance).optional.ask(
          'deleteMessage',
          { chatId, idMessage },
          options,
        )
        await outcomeOf(answer, message, target, ({ deleted }) => deleted)
        await recordAct(target, { kind: 'deletion' })
      }),

    'messages.react': ({ message, emoji }) =>
      singleFlight(`message ${message}`, { emoji }, async () => {
        const target = await targetOf(message)
        const { chatId, idMessage } = target
        const options = { ...act, purpose: 'messages.react' }
        const input = { chatId, idMessage, reaction: emoji }
        const answer = await runOf(instances, target.instance).optional.ask('sendReaction', input, options)
        const isThere = ({ reactions }: Message) => (reactions.find(({ own }) => own)?.emoji ?? '') === emoji
        const reply = await outcomeOf(answer, message, target, isThere)
        const answeredId = reply?.idMessage
        if (answeredId !== undefined) await recordAct(target, { kind: 'reaction', emoji, answeredId })
      }),
  }
}
