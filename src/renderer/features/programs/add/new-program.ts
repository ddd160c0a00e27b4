import type { Input } from '../../../../contract/index.ts'
import { readLocalTime } from '../../../lib/time/local-time.ts'
import type { ProgramProtocol, ProgramPurpose, ProgramScope, WebhookSettings } from '../../../../contract/programs.ts'

import type { Permissions } from '../form/rights-fields.tsx'

/** A program as it is typed, before it is added. */
export interface NewProgram {
  readonly purpose: ProgramPurpose
  readonly protocol: ProgramProtocol
  readonly name: string
  readonly scope: ProgramScope
  readonly permissions: Permissions
  /** It begins with events of this day and time, as they are typed, and not with those that come from now on. */
  readonly beginsEarlier: boolean
  readonly day: string
  readonly clock: string
  /** Epoch ms; null: never. */
  readonly keyExpiresAt: number | null
  readonly webhook: WebhookSettings
  readonly authorization: string
  /** It belongs to the team. */
  readonly ofTeam: boolean
}

/** The first time that events are wanted of, epoch ms; null: from now on, or it is not typed yet. */
export const fromOf = ({ beginsEarlier, day, clock }: NewProgram): number | null =>
  beginsEarlier ? (readLocalTime(day, clock)?.at ?? null) : null

/** The input of the command. Parts of another protocol, which were typed and left, are not sent. */
export function inputOf(draft: NewProgram): Input<'programs.add'> {
  const { purpose, protocol, name, scope, permissions, webhook, authorization } = draft
  const isWebhook = protocol === 'webhook'
  return {
    name,
    purpose,
    protocol,
    scope,
    ...permissions,
    rights: [...permissions.rights],
    from: fromOf(draft),
    keyExpiresAt: isWebhook ? null : draft.keyExpiresAt,
    // n8n and its like never say what they have read.
    readWhenWritten: purpose === 'automation' && protocol === 'stream',
    webhook: isWebhook ? { ...webhook, url: webhook.url.trim() } : null,
    authorization: isWebhook ? authorization : '',
    ofTeam: draft.ofTeam,
  }
}
