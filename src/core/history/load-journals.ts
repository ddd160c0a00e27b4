import type { ApiError } from '../../api/api-error.ts'
import { defaultRetryPolicy } from '../../api/retry.ts'
import type { Priority } from '../../api/token-bucket.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { mergeRecords } from './load-history.ts'
import type { LoadDeps } from './load-history.ts'

export interface LoadedJournals {
  /** Chats that the journals speak of. */
  readonly chats: readonly ChatKey[]
  /** The first failure that another try may overcome. */
  readonly error: ApiError | null
}

/** Both journals for the last minutes, and the list of chats, as far as this service has them (architecture 8). */
export async function loadJournals(
  run: InstanceRun,
  deps: LoadDeps,
  options: {
    readonly minutes: number
    readonly withChats: boolean
    readonly priority: Priority
    readonly purpose: string
    readonly signal: AbortSignal
  },
): Promise<LoadedJournals> {
  const { minutes, purpose, priority, signal } = options
  const call = { purpose, priority, signal, retry: defaultRetryPolicy }
  const chats = new Set<ChatKey>()
  let error: ApiError | null = null

  const outgoing = await run.api.call('lastOutgoingMessages', { minutes }, call)
  if (outgoing.ok) {
    const records = outgoing.value.items.map(({ raw }) => raw)
    for (const chat of (await mergeRecords(run, deps, { source: 'lastOutgoingMessages', chatId: null, records })).chats)
      chats.add(chat)
  } else error = outgoing.error

  const incoming = await run.optional.ask('lastIncomingMessages', { minutes }, call)
  if (incoming !== 'absent') {
    if (incoming.ok) {
      const records = incoming.value.items.map(({ raw }) => raw)
      for (const chat of (await mergeRecords(run, deps, { source: 'lastIncomingMessages', chatId: null, records }))
        .chats)
        chats.add(chat)
    } else error ??= incoming.error
  }

  const listed = options.withChats ? await run.optional.ask('getChats', {}, call) : 'absent'
  if (listed !== 'absent') {
    if (listed.ok) {
      const known = listed.value.items.map(({ value }) => ({
        chatId: value.chatId,
        name: value.name ?? '',
        contactName: value.contactName ?? '',
        phone: value.phoneNumber === undefined || value.phoneNumber === '0' ? '' : value.phoneNumber,
        type: value.type ?? '',
      }))
      for (let start = 0; start < known.length; start += 200) {
        await deps.store.write('archive.learnChats', {
          instance: run.key,
          chats: known.slice(start, start + 200),
          at: deps.clock.now(),
          create: true,
        })
      }
    } else error ??= listed.error
  }
  return { chats: [...chats], error }
}
