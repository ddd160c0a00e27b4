import type { InstanceKey } from '../../contract/ids.ts'
import type { Signal } from '../base/create-signal.ts'
import type { SharedInstanceId } from '../sharing/shared-ids.ts'
import type { TeamWebhooks, WebhookTeam } from '../sharing/shared-webhooks.ts'
import { isKeyOf, openText, sealText } from './membership/sealed-token.ts'
import { sealKeyOf, type Membership } from './membership/team-membership.ts'
import type { TeamSession } from './ports.ts'

/** Gives the delivery of webhooks what the session with the team's database has. */
export function createTeamWebhooks({
  session,
  shared,
  membership,
  changed,
}: {
  readonly session: () => TeamSession | null
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  readonly membership: () => Membership | null
  readonly changed: Signal<[]>
}): TeamWebhooks {
  const ofSession = (own: TeamSession): WebhookTeam => {
    const { team } = own
    const keyOf = () => {
      const stored = membership()
      return stored === null ? null : sealKeyOf(stored)
    }
    return {
      webhooks: team.webhooks,
      webhookSecret: team.webhookSecret,
      webhookCursors: team.webhookCursors,
      webhookLetters: team.webhookLetters,
      putWebhook: team.putWebhook,
      setWebhookState: team.setWebhookState,
      seekWebhook: team.seekWebhook,
      askLetters: team.askLetters,
      switchWebhooks: team.switchWebhooks,
      advanceCursor: team.advanceCursor,
      settleLetter: team.settleLetter,
      programs: team.programs,
      putProgram: team.putProgram,
      reserveSend: team.reserveSend,
      releaseSend: team.releaseSend,
      reservedSends: team.reservedSends,
      placedSend: team.placedSend,
      get webhooksOn() {
        return team.webhooksOn
      },
      get role() {
        return team.role
      },
      shared,
      lease(instance) {
        const id = shared().get(instance)
        return id === undefined || session() !== own ? null : own.leaseOf(id)
      },
      get check() {
        const key = keyOf()
        const { checkValue } = team
        return key !== null && checkValue !== null && isKeyOf(key, checkValue) ? checkValue : null
      },
      seal(text) {
        const key = keyOf()
        if (key === null) throw new Error('This desk has no key of its team.')
        return sealText(key, text)
      },
      unseal(sealed) {
        const key = keyOf()
        return key === null ? null : openText(key, sealed)
      },
    }
  }
  let last: { readonly session: TeamSession; readonly team: WebhookTeam } | null = null
  return {
    current() {
      const own = session()
      if (own === null) return null
      if (last?.session !== own) last = { session: own, team: ofSession(own) }
      return last.team
    },
    onChange: changed.listen,
  }
}
