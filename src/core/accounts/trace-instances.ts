import type { InstanceRegistry } from './instance-registry.ts'
import type { Logger } from '../base/ports.ts'

/**
 * Tells the log, at the level debug, when an instance's run begins and ends and how each request went: names, numbers
 * and outcomes, never a body. What was asked and answered is in the request log.
 */
export function traceInstances(instances: Pick<InstanceRegistry, 'onRun' | 'onAttempt'>, logger: Logger): void {
  instances.onRun(({ key, signal }) => {
    logger.debug({ instance: key }, 'run begins')
    signal.addEventListener('abort', () => logger.debug({ instance: key }, 'run ends'), { once: true })
  })
  instances.onAttempt((key, { operation, purpose, attempt, outcome, status, limiterWaitMs, totalMs }) => {
    logger.debug({ instance: key, operation, purpose, attempt, outcome, status, limiterWaitMs, totalMs }, 'request')
  })
}
