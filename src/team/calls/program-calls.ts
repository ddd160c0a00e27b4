import type { PlacedSend, SendReservation, SharedProgram, SharedPrograms } from '../../core/sharing/shared-programs.ts'
import type { SharedTeam } from '../../core/sharing/shared-team.ts'
import { TeamError } from '../../core/sharing/team-error.ts'
import type { TeamConnection } from '../team-connection.ts'

interface ReservedRow {
  readonly [column: string]: unknown
  readonly outcome: SendReservation['outcome']
  readonly byName: string | null
  readonly state: PlacedSend['state']
  readonly idMessage: string | null
  readonly waitMs: number | null
}

/** The calls for programs that all desks admit. `self`: the placeholder for this desk, `desk`: its id. */
export function programCalls({
  query,
  self,
  desk,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
  readonly desk: string
}): SharedPrograms & Pick<SharedTeam, 'putSend'> {
  const call = async <Row extends { readonly [column: string]: unknown }>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row> => {
    const [row] = await query<Row>(text, [...values])
    if (row === undefined) throw new TeamError({ kind: 'failed', code: 'noRow' })
    return row
  }
  return {
    async putSend({ id, instance, chatId, operation, request, seenN = null, program = null }, guard) {
      const author = program === null ? null : withoutNul(program)
      const values = [id, instance, chatId, operation, request, self, seenN, guard?.ageMs ?? null, author]
      const call = 'select switchboard.put_send($1, $2, $3, $4, $5, $6, $7, $8, $9) as put'
      const [row] = await query<{ put: boolean }>(call, values)
      return row?.put === true
    },
    programs: () =>
      query<{ [Field in keyof SharedProgram]: SharedProgram[Field] }>(
        'select id, name, settings, key_id as "keyId", key_hash as "keyHash", state, version from switchboard.program order by id',
      ),
    async putProgram({ id, name, settings, keyId, keyHash, state, base }) {
      const { done } = await call<{ done: boolean }>(
        'select switchboard.put_program($1, $2, $3, $4, $5, $6, $7, $8) as done',
        [id, withoutNul(name), settings === null ? null : withoutNul(settings), keyId, keyHash, state, base, self],
      )
      return done
    },
    async reserveSend({ id, program, instance, inputHash, limits }) {
      const { outcome, byName, state, idMessage, waitMs } = await call<ReservedRow>(
        `select outcome, by_name as "byName", state, id_message as "idMessage", wait_ms as "waitMs"
         from switchboard.reserve_send($1, $2, $3, $4, $5, $6)`,
        [id, program, instance, inputHash, limits, self],
      )
      if (outcome === 'there') return { outcome, byName, state, idMessage }
      return outcome === 'limited' ? { outcome, waitMs: waitMs ?? 1 } : { outcome }
    },
    async releaseSend(id) {
      await query('select switchboard.release_send($1, $2)', [id, self])
    },
    async reservedSends() {
      const rows = await query<{ id: string }>(
        `select id from switchboard.program_send p
         where desk = $1 and not exists (select from switchboard.send s where s.id = p.id) order by at limit 1000`,
        [desk],
      )
      return rows.map(({ id }) => id)
    },
    async placedSend(id) {
      const [row] = await query<{ [Field in keyof PlacedSend]: PlacedSend[Field] }>(
        `select m.name as "byName", s.state, s.id_message as "idMessage" from switchboard.program_send p
         left join switchboard.send s on s.id = p.id left join switchboard.member m on m.id = p.desk where p.id = $1`,
        [id],
      )
      return row ?? null
    },
  }
}

/** PostgreSQL keeps no NUL in a text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')
