import { useEffect, useEffectEvent } from 'react'
import type { ProposalKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTeam } from '../../client/use-team.ts'

/** A claim ends after two minutes, ms. */
const renewEveryMs = 45_000

/**
 * In a team, tells colleagues that this person has a proposal open, for as long as the window is looked at. Gives what
 * takes it over from a colleague.
 */
export function useClaim(proposal: ProposalKey, isClaimed: boolean): () => void {
  const isInTeam = useTeam() !== null
  const [takeOver] = useContractCommand('proposals.claim')
  // A colleague may be faster, and the database away: the proposal says so itself.
  const [claim] = useContractCommand('proposals.claim', { errors: 'return' })
  const [release] = useContractCommand('proposals.release', { errors: 'return' })
  const renew = useEffectEvent(() => {
    if (document.hasFocus()) void claim({ proposal, take: false })
  })
  const end = useEffectEvent(() => void release({ proposal }))
  useEffect(() => {
    if (!isInTeam || isClaimed) return undefined
    renew()
    const timer = setInterval(renew, renewEveryMs)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [isInTeam, isClaimed, proposal])
  return () => void takeOver({ proposal, take: true })
}
