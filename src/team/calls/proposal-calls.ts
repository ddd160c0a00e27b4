import type { ActedProposal, SharedProposal, SharedProposals } from '../../core/sharing/shared-proposals.ts'
import { TeamError } from '../../core/sharing/team-error.ts'
import type { Row } from '../row-values.ts'
import type { TeamConnection } from '../team-connection.ts'

/** The calls for proposals. `self`: the placeholder for this desk. */
export function proposalCalls({
  query,
  self,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
}): SharedProposals {
  return {
    async putProposal({ id, instance, chatId, body, inputHash, lifetimeMs }) {
      const [row] = await query<{ outcome: 'done' | 'there' | 'reused' | 'full' }>(
        'select switchboard.put_proposal($1, $2, $3, $4, $5, $6, $7) as outcome',
        [id, instance, chatId, body.replaceAll('\0', ''), inputHash, lifetimeMs, self],
      )
      if (row === undefined) throw new TeamError({ kind: 'failed', code: 'noRow' })
      return row.outcome
    },
    actOnProposals: (ids, how, isEdited = false) =>
      query<Row<ActedProposal>>(
        'select id, outcome, by_name as "byName" from switchboard.act_on_proposals($1, $2, $3, $4)',
        [ids, how, isEdited, self],
      ),
    proposals: (after, limit) =>
      query<Row<SharedProposal>>(
        `select id, instance, chat_id as "chatId", body, input_hash as "inputHash", state, edited,
               case when claimed_until > now() then claimed_by end as "claimedBy",
               coalesce(${ms('claimed_until - now()')}, 0) as "claimedForMs", closed_by as "closedBy",
               ${ms('now() - created_at')} as "ageMs", ${ms('expires_at - now()')} as "leftMs",
               ${ms('now() - closed_at')} as "closedMs", n
             from switchboard.proposal where n > $1 order by n limit $2`,
        [after, limit],
      ),
  }
}

const ms = (span: string): string => `floor(extract(epoch from ${span}) * 1000)::float8`
