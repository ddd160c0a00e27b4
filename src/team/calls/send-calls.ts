import type { SendClaim, SendState, SharedSendCalls } from '../../core/sharing/shared-send.ts'
import { one } from '../row-values.ts'
import type { Row } from '../row-values.ts'
import type { TeamConnection } from '../team-connection.ts'

/** The version of the schema from which on it takes ids that were found by text. */
const foundIdsSince = 23

/** The calls for sends, but that which enters one. `self`: the placeholder for this desk, `desk`: its id. */
export function sendCalls({
  query,
  self,
  desk,
  schemaVersion,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
  readonly desk: string
  readonly schemaVersion: () => number
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
        `select id, state, attempt from switchboard.send
         where id = any ($1::uuid[]) or (desk = $2 and state in ('queued', 'sending', 'uncertain'))`,
        [ids, desk],
      ),
    async settleSend(id, attempt, state, idMessage, isFound = false) {
      const values =
        schemaVersion() < foundIdsSince
          ? [id, self, attempt, state, isFound ? null : idMessage]
          : [id, self, attempt, state, idMessage, isFound]
      const places = values.map((_, index) => `$${index + 1}`).join(', ')
      return one(await query<{ done: boolean }>(`select switchboard.settle_send(${places}) as done`, values)).done
    },
    async doubtSends() {
      return one(await query<{ count: number }>('select switchboard.doubt_sends() as count')).count
    },

    async enterSent({ id, instance, chatId, operation, request }, state, idMessage) {
      const values = [id, instance, chatId, operation, request, state, idMessage, self]
      return one(
        await query<{ done: boolean }>('select switchboard.enter_sent($1, $2, $3, $4, $5, $6, $7, $8) as done', values),
      ).done
    },
    async dismissSend(id) {
      return one(await query<{ done: boolean }>('select switchboard.dismiss_send($1, $2) as done', [id, self])).done
    },
  }
}
