import { ContractError } from '../../../contract/errors.ts'
import type { CoreHandlers } from '../../../contract/index.ts'
import type { TeamNotice } from '../../../contract/team.ts'
import type { Scrubber } from '../../logging/scrubber.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import type { SealKey } from '../../vault/sealed-file.ts'
import { shownName } from './rules/shown-name.ts'
import { isKeyOf, openTeamKey } from './sealed-token.ts'
import type { SharedInstances } from './shared-instances.ts'
import { membershipWith, newStrongKey, sealKeyOf, type Membership, type MembershipVault } from './team-membership.ts'
import type { TeamSession } from '../ports.ts'

/** Instances that a notice names. */
const mostNamed = 20

/** The team's passphrase after joining: another one that was chosen elsewhere, and another one from here. */
export interface Passphrases {
  readonly handlers: Pick<CoreHandlers, 'team.enterPassphrase' | 'team.changePassphrase'>
  notices(team: SharedTeam, membership: Membership): readonly TeamNotice[]
}

export function createPassphrases(options: {
  readonly scrubber: Scrubber
  readonly shared: Pick<SharedInstances, 'unreadable' | 'reseal'>
  readonly vault: MembershipVault
  /** As it is stored; null: this desk has none. */
  readonly membership: () => Membership | null
  readonly onMembership: (value: Membership) => void
  /** Throws ContractError `teamMissing`. */
  readonly session: () => TeamSession
  /** The team's status has changed. */
  readonly announce: () => void
}): Passphrases {
  const { scrubber, shared, vault, membership, onMembership, session, announce } = options

  const useKey = async (key: SealKey, last: TeamSession) => {
    const stored = membership()
    if (stored === null) throw new ContractError('teamMissing')
    const value = membershipWith(key, stored)
    onMembership(value)
    await vault.keep(value)
    last.relist()
    announce()
  }
  /** The key of a typed passphrase, and the check value that it opens. */
  const openKey = async ({ team }: TeamSession, passphrase: string) => {
    vault.require()
    scrubber.add(passphrase)
    if (team.checkValue === null) throw new ContractError('teamNotSetUp')
    const key = await openTeamKey(passphrase, team.checkValue)
    if (key === null) throw new ContractError('passphraseWrong')
    return key
  }
  return {
    notices(team, current) {
      const names = shared.unreadable()
      if (team.checkValue !== null && !isKeyOf(sealKeyOf(current), team.checkValue)) {
        return [{ kind: 'passphraseChanged' }]
      }
      return names.length === 0 ? [] : [{ kind: 'sealedOtherwise', names: names.slice(0, mostNamed).map(shownName) }]
    },
    handlers: {
      async 'team.enterPassphrase'({ passphrase }) {
        const last = session()
        await useKey(await openKey(last, passphrase), last)
      },

      async 'team.changePassphrase'({ current, passphrase }) {
        const last = session()
        scrubber.add(passphrase)
        const from = await openKey(last, current)
        const { key, checkValue } = await newStrongKey(passphrase)
        await shared.reseal(last.team, from, key, checkValue)
        await useKey(key, last)
      },
    },
  }
}
