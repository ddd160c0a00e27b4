import { ContractError } from '../../contract/errors.ts'
import type { MessageKey, ChatKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { limits } from '../../api/schema/limits.ts'
import type { FetchResult, Message, RecheckResult } from '../../contract/messages.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { SendingBase } from './sending-base.ts'
import { askQueue } from './ask-queue.ts'
import type { SendingService } from './sending-service.ts'
import { askRecords } from './ask-records.ts'
import type { CallResult } from '../../api/call.ts'
import { deleteWindowMs, editWindowMs } from '../../contract/values.ts'
import { createSingleFlight, replyOf } from '../base/single-flight.ts'
import { checkText } from './rules/check-text.ts'
import type { ServiceAct, ServiceTarget } from './tx/service-acts.ts'
import { retryPolicy } from './rules/retry-policy.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { lookBackMinutes } from '../messages/statuses/rules/refresh-schedule.ts'
import type { Recheck } from './tx/recheck-rows.ts'

/** A message that is not in the archive, by the service's id: one that another message quotes. */
interface Missing {
  readonly chat: ChatKey
  readonly chatId: string
  readonly idMessage: string
}

/**
 * Reads one message from the service into the archive: getMessage where the id is long enough for it (service 4.2),
 * else the chat's newest history. Throws ContractError where the service gave no answer.
 */
async function fetchMessage(
  run: InstanceRun,
  ports: Pick<SendingBase, 'store' | 'clock'>,
  { chat, chatId, idMessage }: Missing,
  signal: AbortSignal,
): Promise<FetchResult> {
  const ask = {
    priority: 'view',
    purpose: 'messages.fetch',
    signal: AbortSignal.any([run.signal, signal]),
    chatId,
  } as const
  const error =
    idMessage.length < limits.messageIdLength
      ? await askRecords(run, ports, { ...ask, name: 'getChatHistory', input: { chatId, count: historyCount } })
      : await askRecords(run, ports, { ...ask, name: 'getMessage', input: { chatId, idMessage } })
  if (error !== null) {
    if (error.kind !== 'chatNotFound' && error.kind !== 'messageNotFound') throw contractErrorOf(error)
    return { kind: 'notFound', why: error.kind, text: error.text }
  }
  const message = await ports.store.read('messages.find', { chat, idMessage })
  return message === null ? { kind: 'notFound', why: 'notInHistory', text: '' } : { kind: 'found', message }
}

export interface SendingHandlerPorts extends Pick<SendingBase, 'store' | 'instances' | 'clock'> {
  readonly sending: SendingService
}

export type SendingHandlers = Pick<
  CoreHandlers,
  | 'messages.send'
  | 'messages.retry'
  | 'messages.cancel'
  | 'messages.undoSend'
  | 'messages.editQueued'
  | 'messages.checkAgain'
  | 'messages.sendAgain'
  | 'messages.dismiss'
  | 'messages.deleteLocally'
  | 'messages.restoreDeleted'
  | 'messages.recheck'
  | 'messages.fetch'
  | 'messages.sendContent'
  | 'messages.sendFiles'
  | 'messages.forward'
  | 'messages.edit'
  | 'messages.deleteForEveryone'
  | 'messages.react'
  | 'messages.schedule'
  | 'messages.sendNow'
>

/** Handlers for own messages. Each answers when the change is durable; the network follows. */
export function createSendingHandlers(ports: SendingHandlerPorts): SendingHandlers {
  const { store, instances, sending } = ports
  const urgent = { urgent: true }
  const isUncertain = async (message: MessageKey) =>
    (await store.read('sending.stillUncertain', { messages: [message] })).length > 0

  return {
    ...createServiceActHandlers(ports),
    async 'messages.send'({ keepDraft, ...input }) {
      const sent = await store.write('sending.enqueue', { ...input, fromDraft: keepDraft !== true }, urgent)
      if (input.sendAt === undefined) sending.wake(sent)
      else sending.pollSchedule()
      return { message: sent.message }
    },
    async 'messages.sendContent'(input) {
      const sent = await store.write('sending.enqueueContent', input, urgent)
      sending.wake(sent)
      return { message: sent.message }
    },
    async 'messages.sendFiles'(input) {
      const sent = await store.write('sending.enqueueFiles', input, urgent)
      if (input.sendAt === undefined) for (const lane of sent) sending.wake(lane)
      else sending.pollSchedule()
      return { messages: sent.map(({ message }) => message) }
    },
    async 'messages.forward'(input) {
      const sent = await store.write('sending.enqueueForwards', input, urgent)
      for (const lane of sent) sending.wake(lane)
      return { messages: sent.map(({ message }) => message) }
    },
    async 'messages.retry'({ messages }) {
      const lanes = await store.write('sending.retry', { messages }, urgent)
      for (const lane of lanes) sending.wake(lane)
    },
    async 'messages.cancel'({ message }) {
      const { text, ...lane } = await store.write('sending.cancel', { message }, urgent)
      sending.stopUpload(message)
      sending.wake(lane)
      return { text }
    },
    async 'messages.undoSend'(input) {
      const { undone, lanes, text } = await store.write('sending.undoSend', input, urgent)
      for (const message of undone) sending.stopUpload(message)
      for (const lane of lanes) sending.wake(lane)
      return { undone: undone.length, text }
    },
    async 'messages.schedule'(input) {
      // Later messages of its lane may continue.
      sending.wake(await store.write('sending.schedule', input, urgent))
      sending.pollSchedule()
    },
    async 'messages.sendNow'({ message }) {
      sending.wake(await store.write('sending.sendNow', { message }, urgent))
    },
    async 'messages.editQueued'({ message, text }) {
      await store.write('sending.edit', { message, text }, urgent)
    },
    async 'messages.checkAgain'({ message }, { signal }) {
      const [row] = await store.read('sending.recheck', { messages: [message] })
      if (row === undefined) throw new ContractError('notFound')
      if (!(await isUncertain(message))) return { found: true }
      const run = runOf(instances, row.instance)
      // When the run ends nothing may be written any more.
      const either = AbortSignal.any([run.signal, signal])
      const ask = { priority: 'view', purpose: 'messages.checkAgain', signal: either } as const
      const inQueue = await askQueue(run, { store }, ask)
      const { failure: inLists } = await recheck(run, ports, [row], signal)
      if (!(await isUncertain(message))) return { found: true }
      // Where a question was not answered, nothing is known of what it would have shown.
      const failure = 'error' in inQueue ? inQueue.error : inLists
      if (failure !== null) throw contractErrorOf(failure)
      return { found: false }
    },
    async 'messages.sendAgain'({ message }) {
      const sent = await store.write('sending.sendAgain', { message }, urgent)
      sending.wake(sent)
      return { message: sent.message }
    },
    async 'messages.dismiss'({ message }) {
      sending.wake(await store.write('sending.dismiss', { message }, urgent))
    },
    async 'messages.deleteLocally'({ messages }) {
      const lanes = await store.write('sending.setHidden', { messages, hidden: true }, urgent)
      for (const message of messages) sending.stopUpload(message)
      for (const lane of lanes) sending.wake(lane)
    },
    async 'messages.restoreDeleted'({ messages }) {
      for (const lane of await store.write('sending.setHidden', { messages, hidden: false }, urgent)) sending.wake(lane)
    },
    async 'messages.recheck'({ messages }, { signal }) {
      const rows = await store.read('sending.recheck', { messages })
      const byInstance = Map.groupBy(rows, (row) => row.instance)
      const notFound = await Promise.all(
        [...byInstance].map(async ([instance, own]) => {
          const asked = await recheck(runOf(instances, instance), ports, own, signal)
          if (asked.failure !== null) throw contractErrorOf(asked.failure)
          return asked.notFound
        }),
      )
      return { notFound: notFound.flat() }
    },
    async 'messages.fetch'({ chat, idMessage }, { signal }) {
      const { instance, chatId } = await store.read('chats.details', { chat })
      return fetchMessage(runOf(instances, instance), ports, { chat, chatId, idMessage }, signal)
    },
  }
}

/**
 * Changes of a message at the service: edit, delete, react. One call while the person waits; failures are shown, and
 * nothing is retried automatically. An accepted change is shown at once. If the answer is lost, the service's history
 * decides whether the change happened.
 */
function createServiceActHandlers(
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
   * The service's answer to a change. Null if the answer was lost and the service shows the change. Throws
   * `outcomeUnknown` if it does not show it: repeating the change is safe, since it changes nothing more.
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

/** The journal reaches back so far at most when one asks for what it doesn't show by itself, minutes (service 8). */
const longestLookBack = 1440
const historyCount = 100

/**
 * Polls the status of messages of one instance at once: getMessage where the id is long enough for it (service 4.2),
 * else the journal and the chat's history. "Not found" may mean "not visible yet", so it changes no status; `failure`
 * is the first error where the service gave no answer, or null.
 */
async function recheck(
  run: InstanceRun,
  ports: Pick<SendingBase, 'store' | 'clock'>,
  rows: readonly Recheck[],
  signal: AbortSignal,
): Promise<RecheckResult & { readonly failure: ApiError | null }> {
  const ask = { priority: 'view', purpose: 'messages.recheck', signal: AbortSignal.any([run.signal, signal]) } as const
  let failure: ApiError | null = null
  const notFound: RecheckResult['notFound'][number][] = []
  const reportError = (error: ApiError | null, message?: MessageKey) => {
    if (error === null) return
    if (error.kind !== 'messageNotFound' && error.kind !== 'chatNotFound') failure ??= error
    else if (message !== undefined) notFound.push({ message, why: error.kind, text: error.text })
  }
  const inLists: Recheck[] = []
  for (const row of rows) {
    const { message, idMessage, chatId } = row
    if (idMessage === null || idMessage.length < limits.messageIdLength) inLists.push(row)
    else
      reportError(
        await askRecords(run, ports, { ...ask, name: 'getMessage', input: { chatId, idMessage }, chatId }),
        message,
      )
  }
  const own = inLists.filter(({ direction }) => direction === 'outgoing')
  if (own.length > 0) {
    const oldest = Math.min(...own.map((row) => row.at))
    const minutes = Math.min(longestLookBack, lookBackMinutes(oldest, ports.clock.now()))
    reportError(
      await askRecords(run, ports, { ...ask, name: 'lastOutgoingMessages', input: { minutes }, chatId: null }),
    )
  }
  for (const chatId of new Set(inLists.map((row) => row.chatId))) {
    const input = { chatId, count: historyCount }
    reportError(await askRecords(run, ports, { ...ask, name: 'getChatHistory', input, chatId }))
  }
  return { failure, notFound }
}
