import type { SendingBase } from './sending-base.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { CancelTimer } from '../base/ports.ts'
import { untilStored } from '../store/until-stored.ts'
import type { SendingService } from './sending-service.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface ScheduledSends {
  /** Something was scheduled, or an instance may have become ready. */
  schedule(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

interface Ports extends Pick<SendingBase, 'store' | 'clock' | 'logger' | 'instances'>, Pick<SendingService, 'wake'> {}

/** Puts messages into their lanes when their time comes. One timer for all; the times themselves rest in the store. */
export function createScheduledSends({ store, clock, logger, instances, wake }: Ports): ScheduledSends {
  const stopping = new AbortController()
  let cancel: CancelTimer = () => undefined

  const release = async () => {
    const ready = instances
      .list()
      .filter((one) => one.run() !== null && one.connection.authorization() !== 'notAuthorized')
      .map(({ key }) => key)
    const { lateMessages: late } = await store.read('settings.get', undefined)
    const { lanes, nextAt } = await store.write('sending.releaseDue', { ready, late })
    for (const lane of lanes) wake(lane)
    return nextAt
  }

  /** Looks at the clock alone until the time has come. */
  const waitFor = (nextAt: number | null) => {
    cancel()
    if (nextAt === null || stopping.signal.aborted) return
    const leftMs = Math.max(1, nextAt - clock.now())
    cancel = clock.setTimer(Math.min(leftMs, retryPolicy.scheduleCheck), () => {
      if (clock.now() >= nextAt) schedule()
      else waitFor(nextAt)
    })
  }

  const poll = async () => {
    if (stopping.signal.aborted) return
    await untilStored({ store, clock }, stopping.signal, async () => waitFor(await release())).catch((error: unknown) =>
      logger.error({ error: String(error) }, 'scheduled messages'),
    )
  }
  const run = createRerun(poll)
  const schedule = () => void run()

  return {
    schedule,
    async stop() {
      stopping.abort()
      cancel()
      await run()
    },
  }
}
