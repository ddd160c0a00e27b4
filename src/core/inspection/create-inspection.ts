import { combine } from '../base/combine.ts'
import { createDiagnosticsHandlers } from './diagnostics.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { createRequestsHandlers } from './requests-handlers.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { InspectionBase } from './inspection-base.ts'

type Deps = Parameters<typeof createRequestLog>[0] & Omit<Parameters<typeof createDiagnosticsHandlers>[0], 'requestLog'>

type Handlers = ReturnType<typeof createOutgoingHandlers> &
  ReturnType<typeof createRequestsHandlers> &
  ReturnType<typeof createDiagnosticsHandlers>

export interface Inspection {
  readonly handlers: Handlers
  readonly service: RequestLog
}

/** Views of the program's work: outgoing messages, requests, and the support bundle. */
export function createInspection(deps: Deps): Inspection {
  const requestLog = createRequestLog(deps)
  return {
    handlers: combine(
      createOutgoingHandlers(deps),
      createRequestsHandlers({ ...deps, requestLog }),
      createDiagnosticsHandlers({ ...deps, requestLog }),
    ),
    service: requestLog,
  }
}

/** Records to one transaction: receiving waits for none for long. */
const piece = 200

type OutgoingCalls = Pick<CoreHandlers, CallsOf<'outgoing'>>

function createOutgoingHandlers(deps: Pick<InspectionBase, 'store' | 'instances' | 'clock'>): OutgoingCalls {
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
