import type { CheckStep } from '../../contract/instances.ts'
import type { InstanceRuntime } from './instance-runtime.ts'

/** A clock further off makes orders and ages wrong, ms. */
const tolerableOffsetMs = 60_000

/** Where our own loop reads the queue, it knows how that goes. */
export function withLoop(step: CheckStep, runtime: InstanceRuntime): CheckStep {
  if (step.step !== 'queue' || step.code !== 'alreadyReceiving') return step
  const connection = runtime.connection.state()
  return connection.kind === 'live'
    ? { step: 'queue', result: 'ok', code: 'alreadyReceiving' }
    : {
        step: 'queue',
        result: connection.receiving ? 'ok' : 'warning',
        code: connection.kind,
        values: { host: URL.parse(runtime.row().apiUrl)?.host ?? '' },
      }
}

/** Limits that a 429 has made smaller, or that are closed for now. */
export function limitsStep(runtime: InstanceRuntime): CheckStep {
  const slowed = runtime.limiter.levels().filter((level) => level.perSecond < level.configured || level.closedForMs > 0)
  return slowed.length === 0
    ? { step: 'limits', result: 'ok' }
    : {
        step: 'limits',
        result: 'warning',
        code: 'rateLimited',
        values: { operations: slowed.map(({ operation }) => operation).join(', ') },
      }
}

/** A change of the token that was cut short: which of two works is not known yet. */
export function tokenStep(cutShort: boolean): CheckStep {
  return cutShort ? { step: 'token', result: 'warning', code: 'tokenUncertain' } : { step: 'token', result: 'ok' }
}

export function clockStep(runtime: InstanceRuntime): CheckStep {
  const { clockOffsetMs } = runtime.row()
  const far = Math.abs(clockOffsetMs) > tolerableOffsetMs
  return {
    step: 'clock',
    result: far ? 'warning' : 'ok',
    ...(far ? { code: 'clockOff' } : {}),
    values: { offsetMs: clockOffsetMs },
  }
}
