import type { ChatKey } from '../../contract/ids.ts'
import { defaultRetryPolicy } from '../../api/limits/retry.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import { hasCallJournal } from '../accounts/rules/notification-switches.ts'
import type { Journal } from '../accounts/rules/notification-switches.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { mergeRecords } from './load-history.ts'
import type { LoadDeps } from './load-history.ts'

/** The journals of calls for the last minutes, where they can have any (service 10.9). */
export async function loadCalls(
  run: InstanceRun,
  deps: LoadDeps,
  options: {
    /** Default: all. */
    readonly journals?: readonly Journal[]
    readonly minutes: (journal: Journal) => number
    readonly priority: Priority
    readonly purpose: string
    readonly signal: AbortSignal
  },
): Promise<{ readonly chats: ReadonlySet<ChatKey>; readonly created: ReadonlySet<ChatKey> }> {
  const { minutes, purpose, priority, signal } = options
  const chats = new Set<ChatKey>()
  const created = new Set<ChatKey>()
  for (const name of ['lastIncomingCalls', 'lastOutgoingCalls'] as const) {
    if (options.journals?.includes(name) === false || !hasCallJournal(run.instance.row(), name)) continue
    const result = await run.optional.ask(
      name,
      { minutes: minutes(name) },
      { purpose, priority, signal, retry: defaultRetryPolicy },
    )
    if (result === 'absent') continue
    if (!result.ok) {
      // Other journals of this instance answer, so a refusal is of this operation: an older instance lacks it.
      if (result.error.kind === 'wrongInstance') await run.optional.recordAbsent(name)
      continue
    }
    const records = result.value.items.map(({ raw }) => raw)
    const merged = await mergeRecords(run, deps, { source: name, chatId: null, records })
    for (const chat of merged.chats) chats.add(chat)
    for (const chat of merged.createdIn) created.add(chat)
  }
  return { chats, created }
}
