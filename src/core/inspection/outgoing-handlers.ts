import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { InspectionBase } from './inspection-base.ts'

/** Records to one transaction: receiving waits for none for long. */
const piece = 200

type OutgoingCalls = Pick<CoreHandlers, CallsOf<'outgoing'>>

export function createOutgoingHandlers(deps: Pick<InspectionBase, 'store' | 'instances' | 'clock'>): OutgoingCalls {
  const { store, instances, clock } = deps

  const refresh = async (run: InstanceRun, minutes: number, signal: AbortSignal): Promise<boolean> => {
    const asked = await run.api.call(
      'lastOutgoingMessages',
      { minutes },
      { priority: 'view', purpose: 'outgoing.refresh', signal: AbortSignal.any([signal, run.signal]) },
    )
    if (!asked.ok) return false
    const records = asked.value.items.map(({ raw }) => raw)
    for (let start = 0; start < records.length; start += piece) {
      await store.write('archive.ingest', {
        instance: run.key,
        source: 'lastOutgoingMessages',
        chatId: null,
        records: records.slice(start, start + piece),
        seenAt: clock.now(),
      })
    }
    return true
  }

  return {
    'outgoing.list': (input, { signal }) => store.read('outgoing.list', input, { signal }),
    // The rows come first; what sums them up is worked out beside them, in the other worker.
    'outgoing.summary': (input, { signal }) => store.search('outgoing.summary', input, { signal }),
    'outgoing.indexOf': (input, { signal }) => store.read('outgoing.indexOf', input, { signal }),
    /** All instances side by side: one that is slow or gone costs the others nothing. */
    async 'outgoing.refresh'({ scope, minutes }, { signal }) {
      const failed: InstanceKey[] = []
      const chosen = instances.list().filter(({ key }) => scope === null || key === scope)
      await Promise.all(
        chosen.map(async (runtime) => {
          const run = runtime.run()
          if (run === null || !(await refresh(run, minutes, signal))) failed.push(runtime.key)
        }),
      )
      return { failed }
    },
  }
}
