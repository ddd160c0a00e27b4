import { ContractError } from '../../contract/errors.ts'
import type { MessageKey, ChatKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { limits } from '../../api/schema/limits.ts'
import type { FetchResult } from '../../contract/messages.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { SendingBase } from './sending-base.ts'
import { askQueue } from './ask-queue.ts'
import { recheck, historyCount } from './recheck.ts'
import { createServiceActHandlers } from './service-act-handlers.ts'
import type { SendingService } from './sending-service.ts'
import { askRecords } from './ask-records.ts'

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
