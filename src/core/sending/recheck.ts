import { limits } from '../../api/schema/limits.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { RecheckResult } from '../../contract/messages.ts'
import type { SendingBase } from './sending-base.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { lookBackMinutes } from '../messages/statuses/rules/refresh-schedule.ts'
import { askRecords } from './ask-records.ts'
import type { Recheck } from './tx/recheck-rows.ts'

/** The journal reaches back so far at most when one asks for what it doesn't show by itself, minutes (service 8). */
const longestLookBack = 1440
export const historyCount = 100

/**
 * Polls the status of messages of one instance at once: getMessage where the id is long enough for it (service 4.2),
 * else the journal and the chat's history. "Not found" may mean "not visible yet", so it changes no status; `failure`
 * is the first error where the service gave no answer, or null.
 */
export async function recheck(
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
