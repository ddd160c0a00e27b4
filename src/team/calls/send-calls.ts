import type { SendClaim, SendState, SharedSendCalls } from '../../core/sharing/shared-send.ts'
import { one, type Row } from '../row-values.ts'
import type { TeamConnection } from '../team-connection.ts'

/** The calls for sends, but that which enters one. `self`: the placeholder for this desk, `desk`: its id. */
export function sendCalls({
  query,
  self,
  desk,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
  readonly desk: string
}): Omit<SharedSendCalls, 'putSend'> {
  return {
    async claimSend(id, request) {
      const call = 'select outcome, attempt from switchboard.take_send($1, $2, $3)'
      return one(await query<Row<SendClaim>>(call, [id, self, request]))
    },
    async nameInFlight(ids) {
      await query('select switchboard.name_in_flight($1, $2)', [self, ids])
    },
    sendStates: (ids) =>
      query<Row<SendState>>(
        `select id, state, attempt, shown_id as "shownId" from switchboard.send
         where id = any ($1::uuid[]) or (desk = $2 and state in ('queued', 'sending', 'uncertain'))`,
        [ids, desk],
      ),
    async settleSend(id, attempt, state, idMessage, isFound = false, shownId = null) {
      const values = [id, self, attempt, state, idMessage, isFound, shownId]
      return one(
        await query<{ done: boolean }>('select switchboard.settle_send($1, $2, $3, $4, $5, $6, $7) as done', values),
      ).done
    },
    async doubtSends() {
      return one(await query<{ count: number }>('select switchboard.doubt_sends() as count')).count
    },

    async enterSent({ id, instance, chatId, operation, request, seenN = null }, state, idMessage) {
      const values = [id, instance, chatId, operation, request, state, idMessage, self, seenN]
      return one(
        await query<{ done: boolean }>(
          'select switchboard.enter_sent($1, $2, $3, $4, $5, $6, $7, $8, $9) as done',
          values,
        ),
      ).done
    },
    async dismissSend(id) {
      return one(await query<{ done: boolean }>('select switchboard.dismiss_send($1, $2) as done', [id, self])).done
    },
  }
}
