import { limits } from '../../api/schema/requests.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { CoreDeps } from '../core-deps.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { lookBackMinutes } from '../statuses/refresh-schedule.ts'
import type { ReadTx } from '../store/tx.ts'
import { askRecords } from './ask-records.ts'

/** A message whose status a person wants to know now. */
export interface Recheck {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chatId: string
  readonly idMessage: string | null
  /** Epoch ms. */
  readonly at: number
}

export function readRecheck(tx: ReadTx, input: { readonly messages: readonly MessageKey[] }): readonly Recheck[] {
  return input.messages.flatMap((message) => {
    const row = tx.get<Omit<Recheck, 'message'>>(
      `select m.instance, c.chat_id as chatId, m.id_message as idMessage, m.at from message m join chat c on c.key = m.chat
       where m.key = ? and m.direction = 'outgoing' and m.unsent = 0`,
      [message],
    )
    return row === undefined ? [] : [{ message, ...row }]
  })
}

/** The journal reaches back so far at most when one asks for what it doesn't show by itself, minutes (description 8). */
const longestLookBack = 1440
const historyCount = 100

/**
 * Asks the service for the status of messages of one instance, at once: getMessage where the id is long enough for it
 * (description 4.2), else the journal and the chat's history. "Not found" means "not visible yet". Gives the first error
 * where the service gave no answer, or null.
 */
export async function recheck(
  run: InstanceRun,
  ports: Pick<CoreDeps, 'store' | 'clock'>,
  rows: readonly Recheck[],
  signal: AbortSignal,
): Promise<ApiError | null> {
  const ask = { priority: 'view', purpose: 'messages.recheck', signal: AbortSignal.any([run.signal, signal]) } as const
  let failure: ApiError | null = null
  const note = (error: ApiError | null) => {
    if (error !== null && error.kind !== 'messageNotFound' && error.kind !== 'chatNotFound') failure ??= error
  }
  const inLists: Recheck[] = []
  for (const row of rows) {
    const { idMessage, chatId } = row
    if (idMessage === null || idMessage.length < limits.messageIdLength) inLists.push(row)
    else note(await askRecords(run, ports, { ...ask, name: 'getMessage', input: { chatId, idMessage }, chatId }))
  }
  if (inLists.length > 0) {
    const oldest = Math.min(...inLists.map((row) => row.at))
    const minutes = Math.min(longestLookBack, lookBackMinutes(oldest, ports.clock.now()))
    note(await askRecords(run, ports, { ...ask, name: 'lastOutgoingMessages', input: { minutes }, chatId: null }))
    for (const chatId of new Set(inLists.map((row) => row.chatId))) {
      const input = { chatId, count: historyCount }
      note(await askRecords(run, ports, { ...ask, name: 'getChatHistory', input, chatId }))
    }
  }
  return failure
}
