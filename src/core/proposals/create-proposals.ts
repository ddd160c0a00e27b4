import type { CoreHandlers } from '../../contract/index.ts'
import type { Service } from '../base/core-base.ts'
import type { CancelTimer } from '../base/ports.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { SendingService } from '../sending/sending-service.ts'
import type { ProposalsBase } from './proposals-base.ts'

interface ProposalsDeps extends Pick<ProposalsBase, 'store' | 'clock' | 'logger'> {
  readonly wake: SendingService['wake']
}

interface Proposals {
  readonly handlers: Pick<CoreHandlers, 'proposals.list' | 'proposals.approve' | 'proposals.dismiss'>
  /** Closes proposals when their time is over. */
  readonly service: Service & { schedule(): void }
}

/** A changed clock and a computer's sleep are noticed within this time, ms. */
const checkEveryMs = 60_000

/** Messages that programs wrote and people approve. */
export function createProposals({ store, clock, logger, wake }: ProposalsDeps): Proposals {
  const tasks = createTasks<string>((error, what) => logger.warn({ error: String(error) }, what))
  let cancel: CancelTimer | undefined
  let isStopped = false

  const expire = async (): Promise<void> => {
    cancel?.()
    const { nextAt } = await store.write('proposals.expire', undefined, { deferred: true })
    if (isStopped || nextAt === null) return
    cancel?.()
    cancel = clock.setTimer(Math.min(Math.max(nextAt - clock.now(), 1), checkEveryMs), schedule)
  }
  const schedule = () => tasks.add(expire(), 'the end of proposals was not noted')

  return {
    handlers: {
      'proposals.list': (input, { signal }) => store.read('proposals.list', input, { signal }),
      async 'proposals.approve'(input) {
        const sent = await store.write('proposals.approve', input, { urgent: true })
        wake(sent)
        return { message: sent.message }
      },
      'proposals.dismiss': (input) => store.write('proposals.dismiss', input, { urgent: true }),
    },
    service: {
      start: schedule,
      schedule,
      async stop() {
        isStopped = true
        cancel?.()
        await tasks.ended()
      },
    },
  }
}
