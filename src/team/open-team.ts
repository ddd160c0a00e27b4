import type { ClientConfig } from 'pg'
import type {
  Beat,
  Lease,
  OpenTeam,
  PagedEntry,
  Presence,
  ReadMark,
  SharedInstance,
  SharedHistory,
  SharedNote,
  TeamMember,
} from '../core/sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../core/sharing/shared-ids.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { proposalCalls } from './calls/proposal-calls.ts'
import { programCalls } from './calls/program-calls.ts'
import { quickReplyCalls } from './calls/quick-reply-calls.ts'
import { sendCalls } from './calls/send-calls.ts'
import { webhookCalls } from './calls/webhook-calls.ts'
import { hashOf, one, textOf, type Row } from './row-values.ts'
import { createPace } from './pace.ts'
import { checkedTeam, readTeam, roleOf, teamColumns, type TeamRow } from './team-row.ts'
import { connectTeam, type TeamConnection } from './team-connection.ts'

/** How often a desk that appends many wakes the others, ms. */
const wakeEveryMs = (): number => 100

/** Connects to a team's database. What each call does is written in schema/. */
export const openTeam: OpenTeam = (options) => openTeamBy(options)

/** @param stream makes the socket of each connection; without it, the driver does */
export const openTeamBy = async (
  { address, desk, run, joined, clock, logger, random }: Parameters<OpenTeam>[0],
  stream?: ClientConfig['stream'],
): ReturnType<OpenTeam> => {
  const connection = connectTeam({ address, clock, logger, random, ...(stream === undefined ? {} : { stream }) })
  /** Placeholder for this desk and run among the values of a statement. */
  const self = Symbol('desk')
  const query: TeamConnection['query'] = (text, values = []) =>
    connection.query(
      text.replaceAll(/\$(\d+)/g, (place, index) =>
        values[index - 1] === self ? `switchboard.as_run(${place})` : place,
      ),
      values.map((value) => (value === self ? `${desk} ${run}` : value)),
    )
  try {
    let team = await readTeam(connection, joined)
    connection.expect(team.id)
    if ((await query<{ gone: boolean }>('select switchboard.is_gone($1) as gone', [desk]))[0]?.gone === true)
      throw new TeamError({ kind: 'removed' })
    const wake = () => query(`select switchboard.wake('journal')`)
    // A lost wake-up costs the other desks one poll interval.
    const wakes = createPace(clock, wakeEveryMs, () => void wake().catch(() => undefined))

    return {
      id: team.id,
      get role() {
        return team.role
      },
      isSecure: connection.isSecure,
      get checkValue() {
        return team.checkValue
      },
      async setCheckValue(sealed) {
        const { done } = one(await query<{ done: boolean }>('select switchboard.set_check_value($1) as done', [sealed]))
        if (done) team = { ...team, checkValue: sealed }
        return done
      },
      async makeMonths() {
        await query('select switchboard.make_months()')
      },

      async beHere(name, takesOver = false) {
        // A pooler keeps a connection open while the database behind it is replaced, so each heartbeat checks the team
        // too. A role or schema that an administrator changes takes effect at the next heartbeat.
        const [row] = await query<TeamRow & Beat & { here: string | null }>(
          `select ${teamColumns}, case when t.id = $3 then switchboard.be_here($1, $2, $4) end as here,
             ${ms('clock_timestamp()')} as now, switchboard.generation() as generation
           from switchboard.team t`,
          [self, name, team.id, takesOver],
        )
        team = checkedTeam(row, team.id)
        if (row?.here === 'here') return { now: row.now, generation: row.generation }
        throw new TeamError({ kind: refusals[row?.here ?? ''] ?? 'notAllowed' })
      },
      async endRun() {
        await query('select switchboard.end_run($1)', [self])
      },
      members: () =>
        query<Row<TeamMember>>(
          `select id as desk, name, login, ${ms('seen_at')} as "seenAt",
             seen_at between now() - interval '30 s' and now() + interval '30 s' as "isHere", ${roleOf('r.oid')} as role
           from switchboard.member m left join pg_catalog.pg_roles r on r.rolname = m.login order by name, id`,
        ),
      async removeMember(gone) {
        await query('select switchboard.go_away($1)', [gone])
      },

      instances: () =>
        query<Row<SharedInstance>>(
          `select id, api_url as "apiUrl", id_instance as "idInstance", family, prefix, name, colour,
             counts_from as "countsFrom", answer_target_ms as "answerTargetMs",
             ${team.role === 'viewer' ? 'null::text as token, null::text' : 'token, token_id'} as "tokenId", removed_at is not null as "isRemoved"
           from switchboard.instance where (select id from switchboard.team) = $1 order by id`,
          [team.id],
        ),
      async putInstance({ apiUrl, idInstance, family, prefix, name, colour, token, ...facts }, check) {
        const values = [
          ...[apiUrl, idInstance, family, prefix, name, colour, token, check ?? team.checkValue],
          ...[facts.countsFrom, facts.answerTargetMs],
        ]
        const call = 'select switchboard.put_instance($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id'
        const { id } = one(await query<{ id: SharedInstanceId | null }>(call, values))
        if (id === null) throw new TeamError({ kind: 'passphraseChanged' })
        return id
      },
      async removeInstance(instance) {
        await query('select switchboard.remove_instance($1)', [instance])
      },
      async setAnswerTarget(instance, targetMs) {
        await query('select switchboard.set_answer_target($1, $2, $3)', [instance, targetMs, self])
      },
      async shareCalls(own) {
        const rows = await query<{ calls: unknown }>('select switchboard.share_calls($1, $2) as calls', [
          JSON.stringify(own),
          self,
        ])
        return rows.map(({ calls }) => calls)
      },
      async renewToken(instance, sealed, check) {
        const values = [instance, sealed, self, check ?? team.checkValue]
        return one(await query<{ done: boolean }>('select switchboard.renew_token($1, $2, $3, $4) as done', values))
          .done
      },
      async changePassphrase(check, next, tokens, secrets) {
        const values = [check, next, JSON.stringify(tokens), JSON.stringify(secrets), self]
        const call = 'select switchboard.change_passphrase($1, $2, $3, $4, $5) as outcome'
        const { outcome } = one(await query<{ outcome: 'done' | 'other' | 'changed' }>(call, values))
        if (outcome === 'done') team = { ...team, checkValue: next }
        return outcome
      },

      leases: () =>
        query<Row<Lease>>(
          `select l.instance, holder, wanted_by as "wantedBy", epoch, ${ms('held_since')} as "heldSince", ${ms('beat_at')} as "beatAt",
             ${ms('idle_at')} as "idleAt", last_n as "lastN", last_id as "lastLink", l.run, deleted_n as "deletedN",
             holder is null or beat_at not between now() - interval '10 s' and now() + interval '10 s' as "isFree"
           from switchboard.lease l join switchboard.instance i on i.id = l.instance 
           where i.removed_at is null and (select id from switchboard.team) = $1 order by l.instance`,
          [team.id],
        ),
      async takeLease(instance) {
        return one(
          await query<{ epoch: number | null }>('select switchboard.take_lease($1, $2) as epoch', [instance, self]),
        ).epoch
      },
      renewLeases: (held) =>
        query<{ instance: SharedInstanceId; wantedBy: DeskId | null }>(
          'select instance, wanted_by as "wantedBy" from switchboard.renew_leases($1, $2)',
          [self, JSON.stringify(held.map(({ deletedN, ...lease }) => ({ ...lease, deleted_n: deletedN })))],
        ),
      async wantLease(instance) {
        await query('select switchboard.want_lease($1, $2)', [instance, self])
      },
      async leaveLease(instance, epoch, next, deletedN) {
        const values = [instance, epoch, self, next, deletedN]
        return one(await query<{ left: boolean }>('select switchboard.leave_lease($1, $2, $3, $4, $5) as left', values))
          .left
      },

      async append(instance, epoch, deletedN, { id, raw, isJson, receiptId, queueComplete }) {
        // PostgreSQL stores no NUL in a text; encoded as a JSON string, any body is without one.
        const text = isJson ? raw : JSON.stringify(raw)
        const isWaking = wakes.mayGo()
        const [row] = await query<{ n: number; repeatOf: number | null }>(
          `select n, repeat_of as "repeatOf" from switchboard.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [instance, epoch, self, deletedN, text, isJson, receiptId, hashOf(text), queueComplete, isWaking, id],
        )
        if (!isWaking) wakes.ask()
        return row ?? null
      },
      async page(cursors, limit, bytes) {
        // The lease row has the number of the newest entry, so only instances with new entries are queried. Instances
        // alternate, so that the limit in bytes is shared fairly.
        const rows = await connection.queryPage<Row<PagedEntry>>(
          `select instance, n, kind, raw, is_json as "isJson", receipt_id as "receiptId", queue_complete as "queueComplete",
             repeat_of as "repeatOf", desk, ${ms('at')} as at,
             id, coalesce(link, id) as link, previous_id as "previousLink",
             (select switchboard.generation()) as generation
           from (
             select j.*, coalesce(sum(octet_length(raw)) over (
               order by turn, j.instance rows between unbounded preceding and 1 preceding), 0) as before
             from unnest($1::bigint[], $2::bigint[]) as cursor (instance, n)
             join switchboard.lease l on l.instance = cursor.instance and l.last_n > cursor.n
             join switchboard.team t on t.id = $5
             cross join lateral (
               select *, row_number() over (order by n) as turn from (
                 select * from switchboard.journal where instance = cursor.instance and n > cursor.n order by n limit $3
               ) next
             ) j
           ) page where before < coalesce($4, before + 1) order by instance, n`,
          [cursors.map(({ instance }) => instance), cursors.map(({ n }) => n), limit, bytes ?? null, team.id],
        )
        return rows.map((row) => (row.isJson ? row : { ...row, raw: textOf(row.raw) }))
      },

      async history(instance, entries) {
        const [row] = await query<Row<SharedHistory>>(
          `select l.last_n as "lastN", l.last_id as "lastLink", coalesce((
             select array_agg(j.n) from unnest($2::bigint[], $3::uuid[]) as asked (n, link)
             join switchboard.journal j on j.instance = l.instance and j.n = asked.n and coalesce(j.link, j.id) = asked.link), '{}')::float8[] as known
           from switchboard.lease l join switchboard.team t on t.id = $4 where l.instance = $1`,
          [instance, entries.map(({ n }) => n), entries.map(({ link }) => link), team.id],
        )
        return row ?? null
      },
      async enterAgain(instance, after, { id, raw, isJson, receiptId, queueComplete, isRepeat }) {
        const text = isJson ? raw : JSON.stringify(raw)
        const values = [instance, after, self, id, text, isJson, receiptId, hashOf(text), queueComplete, isRepeat]
        const call = 'select switchboard.enter_again($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as done'
        return one(await query<{ done: boolean }>(call, values)).done
      },
      async shareWindow(instance, chatId, records) {
        const values = [instance, chatId, JSON.stringify(records), self]
        const call = 'select switchboard.share_window($1, $2, $3, $4) as done'
        return one(await query<{ done: boolean }>(call, values)).done
      },

      ...sendCalls({ query, self, desk }),

      async assignChat(instance, chatId, to, seen) {
        const values = [instance, chatId, to, seen, self]
        return one(await query<{ done: boolean }>('select switchboard.assign_chat($1, $2, $3, $4, $5) as done', values))
          .done
      },
      async markChat(instance, chatId, doneUntil) {
        await query('select switchboard.mark_chat($1, $2, $3, $4)', [instance, chatId, doneUntil, self])
      },
      async putNote(instance, chatId, { id, text, base, at, editedAt }) {
        // PostgreSQL keeps no NUL in a text.
        const values = [id, instance, chatId, text?.replaceAll('\0', '') ?? null, base, at, editedAt, self]
        const [note] = await query<Row<SharedNote>>(
          `select id, text, author, version, written_at as at, edited_at as "editedAt"
           from switchboard.put_note($1, $2, $3, $4, $5, $6, $7, $8)`,
          values,
        )
        return note ?? null
      },
      async putLabels(instance, labels) {
        await query('select switchboard.put_labels($1, $2, $3)', [instance, JSON.stringify(labels), self])
      },
      annotations: (instance, after, limit) =>
        query<{ n: number; raw: string }>(
          `(select n, switchboard.note_json(s) as raw from switchboard.note s where instance = $1 and n > $2 order by n limit $3)
           union all
           (select n, switchboard.label_json(c) as raw from switchboard.chat_label c where instance = $1 and n > $2 order by n limit $3)
           order by n limit $3`,
          [instance, after, limit],
        ),
      async chatStates(instance, after, limit) {
        const rows = await query<{ raw: string }>(
          `select json_build_object('chatId', chat_id, 'assignee', assignee, 'doneUntil', done_until)::text as raw
           from switchboard.chat_state where instance = $1 and chat_id > $2 order by chat_id limit $3`,
          [instance, after, limit],
        )
        return rows.map(({ raw }) => raw)
      },
      ...quickReplyCalls({ query, self }),
      ...webhookCalls({ query, self, mayReadSecrets: () => team.role !== 'viewer' }),
      ...programCalls({ query, self, desk }),
      ...proposalCalls({ query, self }),
      get webhooksOn() {
        return team.webhooksOn
      },
      get keepDays() {
        return team.keepDays
      },
      readMarks: (instance, chatId) =>
        query<Row<ReadMark>>(
          'select member as desk, read_until as "readUntil" from switchboard.read_mark where instance = $1 and chat_id = $2',
          [instance, chatId],
        ),
      async putReadMark(instance, chatId, readUntil) {
        await query('select switchboard.put_read_mark($1, $2, $3, $4)', [instance, chatId, readUntil, self])
      },
      async putPresence(instance, chatId, what, seconds) {
        await query('select switchboard.put_presence($1, $2, $3, $4, $5)', [instance, chatId, what, seconds, self])
      },
      presences: () =>
        query<Row<Presence>>(
          `select member as desk, instance, chat_id as "chatId", what from switchboard.presence where until > now()`,
        ),

      onWake: connection.onWake,
      isListening: connection.isListening,
      async close() {
        // Sends the pending wake-up before closing, if possible.
        if (wakes.cancel()) await wake().catch(() => undefined)
        await connection.close()
      },
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

const refusals: Readonly<Record<string, 'removed' | 'otherRun'>> = { gone: 'removed', otherRun: 'otherRun' }

const ms = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`
