import { createHash } from 'node:crypto'
import type {
  ChatState,
  DeskId,
  Entry,
  Lease,
  OpenTeam,
  Presence,
  SharedInstance,
  SharedInstanceId,
  TeamMember,
  TeamRole,
} from '../core/team/shared-team.ts'
import { TeamError } from '../core/team/team-error.ts'
import { connectTeam } from './team-connection.ts'
import type { TeamConnection } from './team-connection.ts'

/** The schema that this program was written for (schema/), and the oldest that it can work with. */
const knownSchema = 1
const neededSchema = 1

interface TeamRow {
  readonly id: string
  readonly schemaVersion: number
  readonly leastKnown: number
  readonly checkValue: string | null
}

/** Connects to a team's database. What each call does is written in schema/0001-team.sql. */
export const openTeam: OpenTeam = async ({ address, desk, clock, logger, random }) => {
  const connection = connectTeam({ address, clock, logger, random })
  const { query } = connection
  try {
    const team = await readTeam(connection)
    const [rights] = await query<{ role: TeamRole | null }>(
      `select case when pg_has_role(session_user, 'switchboard_administrator', 'member') then 'administrator'
         when pg_has_role(session_user, 'switchboard_member', 'member') then 'member'
         when pg_has_role(session_user, 'switchboard_viewer', 'member') then 'viewer' end as role`,
    )
    const role = rights?.role ?? null
    if (role === null) throw new TeamError({ kind: 'notAllowed' })
    const tokenColumn = role === 'viewer' ? 'null::text' : 'token'
    let checkValue = team.checkValue

    return {
      id: team.id,
      role,
      get checkValue() {
        return checkValue
      },
      async setCheckValue(sealed) {
        await query('update switchboard.team set check_value = $1', [sealed])
        checkValue = sealed
      },

      async beHere(name) {
        const [row] = await query<{ here: boolean; now: number }>(
          `select switchboard.be_here($1, $2) as here, ${ms('clock_timestamp()')} as now`,
          [desk, name],
        )
        if (row?.here !== true) throw new TeamError({ kind: 'notAllowed' })
        return row.now
      },
      members: () =>
        query<Row<TeamMember>>(
          `select id as desk, name, ${ms('seen_at')} as "seenAt",
             seen_at between now() - interval '30 s' and now() + interval '30 s' as "isHere"
           from switchboard.member order by name, id`,
        ),
      async removeMember(gone) {
        await query('select switchboard.go_away($1)', [gone])
      },

      instances: () =>
        query<Row<SharedInstance>>(
          `select id, api_url as "apiUrl", id_instance as "idInstance", family, prefix, name, colour, ${tokenColumn} as token
           from switchboard.instance where removed_at is null order by id`,
        ),
      async putInstance({ apiUrl, idInstance, family, prefix, name, colour, token }) {
        const values = [apiUrl, idInstance, family, prefix, name, colour, token]
        return one(
          await query<{ id: SharedInstanceId }>(
            'select switchboard.put_instance($1, $2, $3, $4, $5, $6, $7) as id',
            values,
          ),
        ).id
      },
      async removeInstance(instance) {
        await query('select switchboard.remove_instance($1)', [instance])
      },

      leases: () =>
        query<Row<Lease>>(
          `select l.instance, holder, wanted_by as "wantedBy", epoch, ${ms('held_since')} as "heldSince", ${ms('beat_at')} as "beatAt",
             ${ms('idle_at')} as "idleAt", last_n as "lastN", deleted_n as "deletedN",
             holder is null or beat_at not between now() - interval '20 s' and now() + interval '20 s' as "isFree"
           from switchboard.lease l join switchboard.instance i on i.id = l.instance where i.removed_at is null order by l.instance`,
        ),
      async takeLease(instance) {
        return one(
          await query<{ epoch: number | null }>('select switchboard.take_lease($1, $2) as epoch', [instance, desk]),
        ).epoch
      },
      renewLeases: (held) =>
        query<{ instance: SharedInstanceId; wantedBy: DeskId | null }>(
          'select instance, wanted_by as "wantedBy" from switchboard.renew_leases($1, $2)',
          [desk, JSON.stringify(held.map(({ deletedN, ...lease }) => ({ ...lease, deleted_n: deletedN })))],
        ),
      async wantLease(instance) {
        await query('select switchboard.want_lease($1, $2)', [instance, desk])
      },
      async leaveLease(instance, epoch, next, deletedN) {
        const values = [instance, epoch, desk, next, deletedN]
        return one(await query<{ left: boolean }>('select switchboard.leave_lease($1, $2, $3, $4, $5) as left', values))
          .left
      },

      async append(instance, epoch, deletedN, { raw, isJson, receiptId, queueComplete }) {
        // PostgreSQL keeps no NUL in a text; as a JSON string any body is one without.
        const text = isJson ? raw : JSON.stringify(raw)
        const values = [instance, epoch, desk, deletedN, text, isJson, receiptId, hashOf(text), queueComplete]
        const [row] = await query<{ n: number; repeatOf: number | null }>(
          'select n, repeat_of as "repeatOf" from switchboard.append($1, $2, $3, $4, $5, $6, $7, $8, $9)',
          values,
        )
        return row ?? null
      },
      async noteRecords(instance, raw) {
        await query('select switchboard.note_records($1, $2, $3, $4)', [instance, desk, raw, hashOf(raw)])
      },
      async page(cursors, limit) {
        const rows = await query<Row<Entry>>(
          `select j.instance, j.n, kind, raw, is_json as "isJson", receipt_id as "receiptId", queue_complete as "queueComplete",
             repeat_of as "repeatOf", desk, ${ms('at')} as at
           from unnest($1::bigint[], $2::bigint[]) as cursor (instance, n)
           cross join lateral (
             select * from switchboard.journal where instance = cursor.instance and n > cursor.n order by n limit $3
           ) j order by j.instance, j.n`,
          [cursors.map(({ instance }) => instance), cursors.map(({ n }) => n), limit],
        )
        return rows.map((row) => (row.isJson ? row : { ...row, raw: textOf(row.raw) }))
      },

      async putSend({ id, instance, chatId, operation, request }) {
        const values = [id, instance, chatId, operation, request, desk]
        return one(await query<{ put: boolean }>('select switchboard.put_send($1, $2, $3, $4, $5, $6) as put', values))
          .put
      },
      async claimSend(id, request) {
        const [row] = await query<{ attempt: number }>('select attempt from switchboard.claim_send($1, $2, $3)', [
          id,
          desk,
          request,
        ])
        return row?.attempt ?? null
      },
      async settleSend(id, attempt, state, idMessage) {
        const values = [id, desk, attempt, state, idMessage]
        return one(await query<{ done: boolean }>('select switchboard.settle_send($1, $2, $3, $4, $5) as done', values))
          .done
      },
      async doubtSends() {
        return one(await query<{ count: number }>('select switchboard.doubt_sends() as count')).count
      },

      chatStates: (instance) =>
        query<Row<ChatState>>(
          'select chat_id as "chatId", assignee, state, version from switchboard.chat_state where instance = $1',
          [instance],
        ),
      async putChat(instance, { chatId, assignee, state, version }) {
        const [row] = await query<{ version: number }>(
          'select version from switchboard.put_chat($1, $2, $3, $4, $5, $6)',
          [instance, chatId, assignee, state, version, desk],
        )
        return row?.version ?? null
      },
      async putReadMark(instance, chatId, readUntil) {
        await query('select switchboard.put_read_mark($1, $2, $3, $4)', [instance, chatId, readUntil, desk])
      },
      async putPresence(instance, chatId, what, seconds) {
        await query('select switchboard.put_presence($1, $2, $3, $4, $5)', [instance, chatId, what, seconds, desk])
      },
      presences: () =>
        query<Row<Presence>>(
          `select member as desk, instance, chat_id as "chatId", what from switchboard.presence where until > now()`,
        ),

      onWake: connection.onWake,
      isListening: connection.isListening,
      close: connection.close,
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** What a query gives has an index; the interfaces of core have none. */
type Row<Shape> = { [Field in keyof Shape]: Shape[Field] }

/** Looks before it touches: a database of another program is left as it is. */
async function readTeam({ query }: TeamConnection): Promise<TeamRow> {
  const [found] = await query<{ schema: boolean; team: boolean; readOnly: boolean }>(
    `select exists (select from pg_catalog.pg_namespace where nspname = 'switchboard') as schema,
       exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'least_known'
         where n.nspname = 'switchboard' and c.relname = 'team') as team,
       current_setting('transaction_read_only') = 'on' as "readOnly"`,
  )
  if (found?.schema !== true) throw new TeamError({ kind: 'notATeam' })
  if (!found.team) throw new TeamError({ kind: 'otherProgram' })
  const [team] = await query<TeamRow>(
    `select id, schema_version as "schemaVersion", least_known as "leastKnown", check_value as "checkValue"
     from switchboard.team where program = 'switchboard'`,
  )
  if (team === undefined) throw new TeamError({ kind: 'otherProgram' })
  if (team.leastKnown > knownSchema) {
    throw new TeamError({ kind: 'newerSchema', schema: team.schemaVersion, known: knownSchema })
  }
  if (team.schemaVersion < neededSchema) {
    throw new TeamError({ kind: 'olderSchema', schema: team.schemaVersion, needed: neededSchema })
  }
  if (found.readOnly) throw new TeamError({ kind: 'readOnly' })
  return team
}

const ms = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

function textOf(raw: string): string {
  const value: unknown = JSON.parse(raw)
  return typeof value === 'string' ? value : raw
}

function one<Value>(rows: readonly Value[]): Value {
  const [row] = rows
  if (row === undefined) throw new TeamError({ kind: 'failed', code: 'noRow' })
  return row
}
