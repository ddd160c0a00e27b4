import type { CallResult } from '../../api/call.ts'
import { ContractError } from '../../contract/errors.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { deleteWindowMs, editWindowMs } from '../../contract/values.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../contract-error-of.ts'
import type { CoreDeps } from '../core-deps.ts'
import { checkText } from './rules/check-text.ts'
import type { ServiceAct, ServiceTarget } from './tx/service-acts.ts'

/**
 * What a person changes of a message that is at the service: its text, its being there, the account's reaction. Asked once
 * and at once, while the person waits: a failure is theirs to see, and nothing is tried again by itself. What the service
 * took is shown at once; an answer that got lost leaves it to the service's own records.
 */
export function createServiceActHandlers(
  ports: Pick<CoreDeps, 'store' | 'instances' | 'clock'>,
): Pick<CoreHandlers, 'messages.edit' | 'messages.deleteForEveryone' | 'messages.react'> {
  const { store, instances, clock } = ports
  const act = { priority: 'view' } as const

  const targetOf = async (message: MessageKey): Promise<ServiceTarget> => {
    const target = await store.read('sending.serviceTarget', { message })
    if (target === null || target.deleted) throw new ContractError('notEditable')
    return target
  }
  const ageOf = ({ instance, at }: ServiceTarget): number =>
    clock.now() + (instances.get(instance)?.row().clockOffsetMs ?? 0) - at

  const taken = <Reply>(answer: CallResult<Reply> | 'absent'): Reply => {
    if (answer === 'absent') throw new ContractError('operationMissing')
    if (!answer.ok) throw contractErrorOf(answer.error)
    return answer.value
  }
  const note = (target: ServiceTarget, done: ServiceAct) =>
    store.write('sending.noteServiceAct', { target, act: done }, { urgent: true })

  return {
    async 'messages.edit'({ message, text }) {
      const target = await targetOf(message)
      const { chatId, idMessage, family } = target
      // Later the WhatsApp family says yes and changes nothing (service 11.4.1).
      const may = target.direction === 'outgoing' && target.kind === 'text' && ageOf(target) < editWindowMs(family)
      if (!may) throw new ContractError('notEditable')
      const checked = checkText(chatId, text)
      if (!checked.ok) throw new ContractError(checked.fault.code, { details: { ...checked.fault } })
      const input = { chatId, idMessage, message: checked.text }
      const answer = await runOf(instances, target.instance).optional.ask('editMessage', input, {
        ...act,
        purpose: 'messages.edit',
      })
      const { idMessage: answeredId = idMessage } = taken(answer)
      await note(target, { kind: 'edit', text: checked.text, answeredId })
    },
    async 'messages.deleteForEveryone'({ message }) {
      const target = await targetOf(message)
      const { chatId, idMessage, family } = target
      const limit = deleteWindowMs(family)
      if (target.direction !== 'outgoing' || (limit !== null && ageOf(target) >= limit))
        throw new ContractError('notEditable')
      taken(
        await runOf(instances, target.instance).optional.ask(
          'deleteMessage',
          { chatId, idMessage },
          {
            ...act,
            purpose: 'messages.deleteForEveryone',
          },
        ),
      )
      await note(target, { kind: 'deletion' })
    },
    async 'messages.react'({ message, emoji }) {
      const target = await targetOf(message)
      const { chatId, idMessage } = target
      const answer = await runOf(instances, target.instance).optional.ask(
        'sendReaction',
        { chatId, idMessage, reaction: emoji },
        {
          ...act,
          purpose: 'messages.react',
        },
      )
      const { idMessage: answeredId } = taken(answer)
      if (answeredId !== undefined) await note(target, { kind: 'reaction', emoji, answeredId })
    },
  }
}
