import { ContractError, isContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { Service } from '../base/core-base.ts'
import type { CancelTimer } from '../base/ports.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { SendingService } from '../sending/sending-service.ts'
import type { ActedProposal, TeamProposals } from '../sharing/shared-proposals.ts'
import { createProposalSync, type ProposalSync, type ProposalsBase } from './proposal-sync.ts'

interface ProposalsDeps extends Pick<ProposalsBase, 'store' | 'clock' | 'logger'> {
  readonly wake: SendingService['wake']
  readonly teamProposals: TeamProposals
}

type Calls = CallsOf<'proposals'>

interface Proposals {
  readonly handlers: Pick<CoreHandlers, Calls>
  readonly sync: ProposalSync
  /** Closes proposals when their time is over. */
  readonly service: Service & { schedule(): void }
}

/** A changed clock and a computer's sleep are noticed within this time, ms. */
const checkEveryMs = 60_000
/** A wake-up that got lost costs this much, ms. */
const syncEveryMs = 30_000

/** Messages that programs wrote and people approve. */
export function createProposals({ store, clock, logger, wake, teamProposals }: ProposalsDeps): Proposals {
  const tasks = createTasks<string>((error, what) => logger.warn({ error: String(error) }, what))
  let cancel: CancelTimer | undefined
  let isStopped = false

  const expire = async (): Promise<void> => {
    cancel?.()
    const { nextAt, dismissed } = await store.write('proposals.expire', undefined, { deferred: true })
    if (dismissed > 0) follow()
    if (isStopped || nextAt === null) return
    cancel?.()
    cancel = clock.setTimer(Math.min(Math.max(nextAt - clock.now(), 1), checkEveryMs), schedule)
  }
  const schedule = () => tasks.add(expire(), 'the end of proposals was not noted')

  const sync = createProposalSync({ store, port: teamProposals, onTaken: schedule })
  let cancelSync = () => undefined as void
  const follow = () => {
    cancelSync()
    if (isStopped) return
    // Without a team nothing changes elsewhere, and a session that begins says so.
    if (teamProposals.current() !== null) cancelSync = clock.setTimer(syncEveryMs, follow)
    tasks.add(sync.run(), 'proposals of the team')
  }
  /** Throws ContractError `proposalClosed` where it is not this person's to send or to have open. */
  const require = (acted: readonly ActedProposal[], isShared: boolean) => {
    const [one] = acted
    if (one === undefined && isShared) throw new ContractError('notFound')
    if (one === undefined || one.outcome === 'done') return
    follow()
    throw new ContractError('proposalClosed', {
      details: { state: one.outcome, by: one.byName ?? '', from: one.byName === null ? 'here' : 'colleague' },
    })
  }
  let stopListening: readonly (() => void)[] = []

  return {
    sync,
    handlers: {
      'proposals.list': (input, { signal }) => store.read('proposals.list', input, { signal }),
      'proposals.shown': (input, { signal }) => store.read('proposals.shown', input, { signal }),
      async 'proposals.approve'(input) {
        const { proposal, text } = input
        const sent = await sync.approving(proposal, async () => {
          // A proposal that can not be sent as it is closes nothing at the team.
          const { isEdited, isShared } = await store.read('proposals.checkApproval', { proposal, text })
          const acted = await sync.act([proposal], 'sent', isEdited)
          require(acted, isShared)
          const granted = { ...input, isGranted: acted.length > 0 }
          return store.write('proposals.approve', granted, { urgent: true }).catch(async (error: unknown) => {
            // Another window of this desk has just sent it: to a colleague it must not seem open.
            const isSentHere = isContractError(error) && error.data.details?.['state'] === 'sent'
            if (!isSentHere) await sync.act([proposal], 'reopen').catch(() => [])
            throw error
          })
        })
        wake(sent)
        follow()
        return { message: sent.message }
      },
      async 'proposals.dismiss'(input) {
        // Until its end the dismissal can be undone, and no colleague sends it meanwhile.
        require(await sync.act([input.proposal], 'claim'), false)
        await store.write('proposals.dismiss', input, { urgent: true })
        schedule()
      },
      async 'proposals.undoDismiss'(input) {
        await store.write('proposals.undoDismiss', input, { urgent: true })
        schedule()
      },
      async 'proposals.claim'({ proposal, take }) {
        require(await sync.act([proposal], take ? 'take' : 'claim'), false)
        follow()
      },
      async 'proposals.release'({ proposal }) {
        if (await store.read('proposals.isUndoable', { proposal })) return
        await sync.act([proposal], 'release')
        follow()
      },
    },
    service: {
      start() {
        schedule()
        stopListening = [
          teamProposals.onChange(follow),
          teamProposals.onSetBack(() =>
            tasks.add(store.write('proposals.recheckShared', undefined).then(follow), 'proposals of the team'),
          ),
        ]
        follow()
      },
      schedule() {
        schedule()
        follow()
      },
      async stop() {
        isStopped = true
        cancel?.()
        cancelSync()
        for (const stop of stopListening) stop()
        await tasks.ended()
      },
    },
  }
}
