import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import { isOutOfReach } from '../../base/ports.ts'
import type { TeamBase } from '../ports.ts'
import type { SealKey } from '../../vault/sealed-file.ts'
import { newTeamKey, openTeamKey } from './sealed-token.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import { teamCall } from '../../sharing/team-call.ts'

const vaultKey = 'team'

/** The membership in the vault: all of it is secret. */
const membershipSchema = z.object({
  address: z.object({
    host: z.string(),
    port: z.number(),
    database: z.string(),
    user: z.string(),
    password: z.string(),
    authority: z.string().optional(),
  }),
  name: z.string(),
  key: z.string(),
  kdf: z.object({ name: z.literal('scrypt'), salt: z.string(), N: z.int(), r: z.int(), p: z.int() }),
})
export type Membership = z.infer<typeof membershipSchema>

export const sealKeyOf = ({ key, kdf }: Membership): SealKey => ({ key: Buffer.from(key, 'base64'), kdf })

export const membershipWith = ({ key, kdf }: SealKey, rest: Pick<Membership, 'address' | 'name'>): Membership => ({
  ...rest,
  key: key.toString('base64'),
  kdf,
})

/** Where the address of the team and its key are kept: in the vault. */
export function createMembershipVault(vault: TeamBase['vault']) {
  return {
    async read(): Promise<Membership | null> {
      const text = await vault.get(vaultKey)
      return text === null ? null : membershipSchema.parse(JSON.parse(text))
    },
    keep: (membership: Membership) => vault.set(vaultKey, JSON.stringify(membership)),
    forget: () => vault.delete(vaultKey),
    /** True if it can't be read now, or was stored for one run only. */
    async isOutOfReach() {
      const where = await vault.where(vaultKey)
      return where === 'missing' || isOutOfReach(where)
    },
    /** Throws ContractError vaultConsentNeeded, vaultLocked. */
    require() {
      const { state } = vault.status()
      if (state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
      if (state !== 'usable') throw new ContractError('vaultLocked')
    },
  }
}

export type MembershipVault = ReturnType<typeof createMembershipVault>

/**
 * The key of a team by its passphrase. Throws ContractError passphraseWrong, passphraseWeak, teamNotSetUp, teamNew,
 * teamTrouble.
 */
export async function teamKeyOf(team: SharedTeam, passphrase: string, create: boolean): Promise<SealKey> {
  if (team.checkValue !== null) {
    const key = await openTeamKey(passphrase, team.checkValue)
    if (key === null) throw new ContractError('passphraseWrong')
    return key
  }
  if (team.role !== 'administrator') throw new ContractError('teamNotSetUp')
  if (!create) throw new ContractError('teamNew')
  const { key, checkValue } = await newStrongKey(passphrase)
  // Their passphrase is the team's, and this one opens nothing.
  if (!(await teamCall(team.setCheckValue(checkValue)))) throw new ContractError('passphraseWrong')
  return key
}

/** The key of a new passphrase, and what it is checked by. Throws ContractError passphraseWeak. */
export async function newStrongKey(passphrase: string): ReturnType<typeof newTeamKey> {
  const { isStrongPassphrase } = await import('../../vault/passphrase-strength.ts')
  if (!isStrongPassphrase(passphrase)) throw new ContractError('passphraseWeak')
  return newTeamKey(passphrase)
}
