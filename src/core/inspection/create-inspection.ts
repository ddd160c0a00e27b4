import { combine } from '../base/combine.ts'
import { createDiagnosticsHandlers } from './diagnostics.ts'
import { createOutgoingHandlers } from './outgoing-handlers.ts'
import { createRequestLog } from './request-log.ts'
import type { RequestLog } from './request-log.ts'
import { createRequestsHandlers } from './requests-handlers.ts'

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
