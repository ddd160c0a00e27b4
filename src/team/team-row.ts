import type { TeamRole } from '../core/sharing/shared-ids.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import type { TeamConnection } from './team-connection.ts'

/** The schema that this program was written for (schema/). */
const knownSchema = 26

/** The one row of `switchboard.team`, as a login sees it. */
export interface TeamRow {
  readonly id: string
  readonly schemaVersion: number
  readonly leastKnown: number
  readonly checkValue: string | null
  /** The version for which grants.sql was run last. */
  readonly grantedVersion: number
  /** Whether PUBLIC may call a function of the schema. */
  readonly isOpen: boolean
  /** Of the login; null: none. */
  readonly role: TeamRole | null
  readonly isReadOnly: boolean
  /** Whether desks deliver the team's webhooks. */
  readonly webhooksOn: boolean
  /** So long desks keep messages, days; null: always. */
  readonly keepDays: number | null
}

/** Reads before it writes: a database of another program is not changed. */
export async function readTeam({ query }: TeamConnection, joined: string | null) {
  const [found] = await query<{ schema: boolean; team: boolean }>(
    `select exists (select from pg_catalog.pg_namespace where nspname = 'switchboard') as schema,
       exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'least_known'
         where n.nspname = 'switchboard' and c.relname = 'team') as team`,
  )
  if (found?.schema !== true) throw new TeamError({ kind: 'notATeam' })
  if (!found.team) throw new TeamError({ kind: 'otherProgram' })
  const [team] = await query<TeamRow>(`select ${teamColumns} from switchboard.team t where program = 'switchboard'`)
  return checkedTeam(team, joined)
}

/**
 * The team as a login may use it.
 * @param joined the id that it has to have; null: any
 * @throws TeamError where it is another one or may not be used
 */
export function checkedTeam(team: TeamRow | undefined, joined: string | null): TeamRow & { readonly role: TeamRole } {
  if (team === undefined) throw new TeamError({ kind: 'otherProgram' })
  if (joined !== null && team.id !== joined) throw new TeamError({ kind: 'otherTeam' })
  const { role, schemaVersion, leastKnown, isOpen, grantedVersion, isReadOnly } = team
  if (leastKnown > knownSchema) throw new TeamError({ kind: 'newerSchema', schema: schemaVersion, known: knownSchema })
  if (schemaVersion < knownSchema)
    throw new TeamError({ kind: 'olderSchema', schema: schemaVersion, needed: knownSchema })
  // A function open to PUBLIC would let a viewer write entries.
  if (isOpen || grantedVersion < schemaVersion) throw new TeamError({ kind: 'grantsMissing' })
  if (isReadOnly) throw new TeamError({ kind: 'readOnly' })
  if (role === null) throw new TeamError({ kind: 'notAllowed' })
  return { ...team, role }
}

export const roleOf = (login: string): string =>
  `case when pg_has_role(${login}, 'switchboard_administrator', 'member') then 'administrator'
     when pg_has_role(${login}, 'switchboard_member', 'member') then 'member'
     when pg_has_role(${login}, 'switchboard_viewer', 'member') then 'viewer' end`

/**
 * TeamRow, of `switchboard.team t` of any version: a schema that is refused may lack some columns. Each heartbeat asks
 * for it, so the functions come by what depends on the schema, which has an index; `pg_proc` has none for that.
 */
export const teamColumns = `t.id, t.schema_version as "schemaVersion", t.least_known as "leastKnown", t.check_value as "checkValue",
  (to_jsonb(t) ->> 'granted_version')::integer as "grantedVersion",
  exists (select from pg_catalog.pg_depend d
    where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.refobjid = 'switchboard'::regnamespace
      and d.classid = 'pg_catalog.pg_proc'::regclass and has_function_privilege('public', d.objid, 'execute')) as "isOpen",
  (to_jsonb(t) ->> 'webhooks_on')::boolean as "webhooksOn", (to_jsonb(t) ->> 'keep_days')::integer as "keepDays",
  ${roleOf('session_user')} as role, current_setting('transaction_read_only') = 'on' as "isReadOnly"`
