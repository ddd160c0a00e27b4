import type { ProgramCall } from '../../../contract/programs.ts'
import type { DeliveryOutcome } from './rules/delivery-policy.ts'
import type { Program } from '../identity/tx/program-row.ts'
import { noEvent } from '../desk/call-log.ts'
import { createWebhookPoster } from './post-webhook.ts'
import type { WebhookPoster } from './post-webhook.ts'
import type { DelivererDeps } from './deliver-webhook.ts'
import { signedHeaders } from './webhook-request.ts'

/** Posts a body with the headers of its webhook. */
export async function postSigned(
  { clock, secrets }: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  { id, body, extra }: { readonly id: string; readonly body: string; readonly extra: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { signing, authorization } = await secrets.read(program)
  const headers = {
    ...signedHeaders(signing, id, body, clock.now()),
    ...(authorization === '' ? {} : { authorization }),
    ...extra,
  }
  return poster.post(headers, body, () => clock.now(), signal)
}

/** What the window shows of a call. `started`: by the monotonic clock, ms. */
export const callOf = ({ clock }: DelivererDeps, outcome: DeliveryOutcome, started: number) => ({
  at: clock.now(),
  outcome: outcome.kind === 'delivered' ? ('delivered' as const) : ('failed' as const),
  trouble: outcome.kind === 'delivered' ? null : outcome.trouble,
  status: outcome.kind === 'delivered' ? outcome.status : outcome.trouble.status,
  durationMs: clock.monotonic() - started,
})

/** A test event, which no journal holds. It counts for nothing. */
export async function sendTestEvent(deps: DelivererDeps, program: Program, signal: AbortSignal): Promise<ProgramCall> {
  if (program.webhook === null) throw new Error('only a webhook can be tested')
  const { clock, ids, network, calls } = deps
  const body = JSON.stringify({ typeWebhook: 'switchboardTest', timestamp: Math.floor(clock.now() / 1000) })
  const poster = createWebhookPoster(program.webhook, network)
  const started = clock.monotonic()
  try {
    const outcome = await postSigned(deps, program, poster, { id: `test-${ids.uuid()}`, body, extra: {} }, signal)
    const call: ProgramCall = { ...callOf(deps, outcome, started), ...noEvent, events: 0, attempt: 0 }
    calls.add(program.key, call)
    return call
  } finally {
    poster.close()
  }
}
