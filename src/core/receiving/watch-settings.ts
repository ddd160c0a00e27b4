import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { CoreDeps } from '../core-deps.ts'
import { anyNotificationOn } from './notification-switches.ts'

/** Settings are read again at most this often while something about the queue looks odd, ms. */
const againAfterMs = 5 * 60_000

/**
 * Reads getSettings where it exists: whether any kind of notification is on, and whether a webhook URL is set (field
 * notes 3). Asks at the start of a run, and again when `check` is called and the last answer is old.
 */
export function watchSettings(run: InstanceRun, deps: Pick<CoreDeps, 'clock' | 'store' | 'logger'>): { check(): void } {
  let askedAt = -Infinity
  let asking = false

  const ask = async () => {
    const { instance, api, signal, key } = run
    if (signal.aborted || instance.row().absentOperations.includes('getSettings')) return
    const result = await api.call('getSettings', {}, { priority: 'background', purpose: 'receive.settings', signal })
    if (!result.ok) {
      if (result.error.kind === 'operationMissing') {
        const absentOperations = [...new Set([...instance.row().absentOperations, 'getSettings' as const])]
        await deps.store.write('accounts.learn', { key, absentOperations })
      }
      return
    }
    const { webhookUrlToken: _secret, ...settings } = result.value
    instance.connection.report({ kind: 'notifications', on: anyNotificationOn(settings) })
    instance.connection.report({ kind: 'webhookUrl', set: (settings.webhookUrl ?? '') !== '' })
    await deps.store.write('accounts.learn', { key, settings })
  }

  const check = () => {
    if (asking || deps.clock.monotonic() - askedAt < againAfterMs) return
    asking = true
    askedAt = deps.clock.monotonic()
    ask()
      .catch((error: unknown) => deps.logger.warn({ instance: run.key, error }, 'settings were not read'))
      .finally(() => {
        asking = false
      })
  }
  check()
  return { check }
}
