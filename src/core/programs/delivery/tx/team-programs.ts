import type { InstanceKey, JournalKey, LabelKey, ProgramKey } from '../../../../contract/ids.ts'
import type { ProgramScope, ProgramState, ProgramTrouble } from '../../../../contract/programs.ts'
import type { SharedLetter } from '../../../sharing/shared-webhooks.ts'
import { nextKey } from '../../../store/sql.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import type { SharedWebhookSettings } from '../../identity/rules/shared-settings.ts'
import { appliedN, cursorOf, firstUnreadN } from '../../feed/tx/feed.ts'
import {
  json,
  keysOfTeam,
  nameKeyOf,
  listPrograms,
  programByKey,
  removePrograms,
} from '../../identity/tx/program-row.ts'
import type { Program, TeamProgram } from '../../identity/tx/program-row.ts'
import { isOfPresentTeam } from '../../feed/tx/cursors.ts'

/** Dead letters that go to the team at once. */
const mostLetters = 100

/** A webhook that the team has, and whether this desk has its secret. */
export interface TakenWebhook extends Pick<TeamProgram, 'version' | 'n' | 'round' | 'secretId' | 'heldSecret'> {
  readonly team: string
  readonly name: string
  readonly settings: SharedWebhookSettings
  readonly state: 'active' | 'paused' | 'stopped'
}

const keyOfTeam = (tx: ReadTx, team: string): ProgramKey | undefined => keysOfTeam(tx, [team])[0]

/** Where this desk has to go on by what its team says of a webhook. */
const stateAfter = (known: Program | undefined, { state, version }: TakenWebhook): ProgramState => {
  if (known === undefined || known.team?.version !== version) return state
  // A failing endpoint and an answer 410 are found here first.
  return state === 'active' && known.state !== 'paused' ? known.state : state
}

function takeWebhook(tx: Tx, taken: TakenWebhook, id: string): void {
  const { team, name, settings, version, n, round, secretId, heldSecret } = taken
  const key = keyOfTeam(tx, team)
  const known = key === undefined ? undefined : programByKey(tx, key)
  const state = stateAfter(known, taken)
  const { labels, instances } = settings
  const values = {
    ...{ team, name, nameKey: nameKeyOf(name, team), purpose: settings.purpose, state, now: tx.now },
    round,
    kinds: json(settings.kinds),
    groups: settings.groups,
    webhook: JSON.stringify(settings.webhook),
    teamJson: JSON.stringify({ id: team, version, n, round, secretId, heldSecret, labels, instances }),
  }
  if (known === undefined) {
    tx.run(
      `insert into program (key, id, name, name_key, purpose, protocol, state, state_since, created_at, kinds_json, groups, starts_after,
         round, webhook_json, team_id, team_json)
       values (${nextKey('program')}, :id, :name, :nameKey, :purpose, 'webhook', :state, :now, :now, :kinds, :groups, 0,
         :round, :webhook, :team, :teamJson)`,
      { ...values, id },
    )
  } else {
    const isOther = state !== known.state
    tx.run(
      `update program set name = :name, name_key = :nameKey, purpose = :purpose, state = :state,
         state_since = iif(:isOther, :now, state_since), failures = iif(:isOther, 0, failures),
         next_probe_at = iif(:isOther, null, next_probe_at), kinds_json = :kinds, groups = :groups, webhook_json = :webhook,
         round = :round, team_json = :teamJson where team_id = :team`,
      { ...values, isOther },
    )
    // Delivery restarted at another place: earlier deliveries count no more.
    if (known.team?.round !== round)
      tx.run(`delete from program_delivery where program = ? and shared = 0`, [known.key])
  }
  tx.changed({ kind: 'programs' })
}

/** A letter as the team has it, by this desk's key of the instance. */
export interface TakenLetter extends Omit<SharedLetter, 'instance'> {
  readonly instance: InstanceKey
}

/** Takes the team's dead letters of a webhook. Gives how many were not taken, because their entry is not here (yet). */
function takeLetters(tx: Tx, program: ProgramKey, letters: readonly TakenLetter[]): number {
  const here = new Set<JournalKey>()
  for (const letter of letters) {
    const event = tx.get<{ key: JournalKey; chat: number | null }>(
      'select key, chat from journal where instance = :instance and shared_n = :n and shared_id = :entry',
      { instance: letter.instance, n: letter.n, entry: letter.entry },
    )
    if (event === undefined) continue
    here.add(event.key)
    const row = tx.get<{ state: string; shared: number }>(
      'select state, shared from program_delivery where program = ? and event = ?',
      [program, event.key],
    )
    // The outcome at this desk is not settled with the team yet.
    if (row?.shared === 2 && (row.state === 'done' || (row.state === 'deadLetter' && letter.isReplaying))) continue
    if (row?.shared === 2 && row.state === 'retrying' && letter.isReplaying) continue
    tx.run(
      `insert into program_delivery (program, event, lane, state, class, tries, replay, next_try_at, first_failed_at,
         trouble_json, shared)
       values (:program, :event, :lane, :state, 'event', :tries, :replay, :nextTryAt, :firstFailedAt, :trouble, :shared)
       on conflict (program, event) do update set state = :state, tries = :tries, replay = :replay,
         next_try_at = :nextTryAt, first_failed_at = :firstFailedAt, trouble_json = :trouble, shared = :shared`,
      {
        ...{ program, event: event.key, trouble: letter.trouble },
        lane: event.chat === null ? `i${letter.instance}` : `c${event.chat}`,
        state: letter.isReplaying ? 'retrying' : 'deadLetter',
        tries: letter.isReplaying ? 0 : letter.tries,
        replay: letter.isReplaying,
        nextTryAt: letter.isReplaying ? tx.now : null,
        firstFailedAt: letter.firstFailedAt,
        shared: letter.isReplaying ? 2 : 1,
      },
    )
  }
  for (const { event } of tx.all<{ event: JournalKey }>(
    'select event from program_delivery where program = ? and shared > 0',
    [program],
  )) {
    if (!here.has(event)) tx.run('delete from program_delivery where program = ? and event = ?', [program, event])
  }
  tx.changed({ kind: 'programs', program })
  return letters.length - here.size
}

/** The place up to which all is done: it may lie before the one that is known here, in a database that was set back. */
function takeCursor(tx: Tx, program: ProgramKey, instance: InstanceKey, n: number): boolean {
  const { changes } = tx.run(
    `insert into program_cursor (program, instance, after) values (:program, :instance, :n)
     on conflict (program, instance) do update set after = :n where after <> :n`,
    { program, instance, n },
  )
  // Outcomes of this desk below the cursor are settled, whichever desk moved it.
  tx.run(
    `delete from program_delivery where program = :program and shared = 0
       and exists (select 1 from journal j where j.key = event and j.instance = :instance and j.shared_n <= :n
         and ${isOfPresentTeam('j')})`,
    { program, instance, n },
  )
  return changes > 0
}

/** The team's database lost the entries above `n`: others may get their numbers. */
export function lowerTeamCursors(tx: Tx, instance: InstanceKey, n: number): void {
  tx.run(
    `update program_cursor set after = :n where instance = :instance and after > :n
       and program in (select key from program where team_id is not null and protocol = 'webhook')`,
    { instance, n },
  )
  if (listPrograms(tx).some(({ team }) => team !== null)) tx.changed({ kind: 'programs' })
}

/** This desk is in no team any more. */
export function forgetTeamPrograms(tx: Tx): void {
  removePrograms(
    tx,
    tx.all<{ key: ProgramKey }>('select key from program where team_id is not null').map(({ key }) => key),
  )
}

/** How far a cursor can move, and what the team has to know with it. */
export interface CursorStep {
  readonly from: number
  /** Not before `from`; the same where nothing can move. */
  readonly to: number
  /** Of the entry `to`; null: it is not known any more. */
  readonly link: string | null
  readonly letters: readonly {
    readonly event: JournalKey
    readonly entry: string
    readonly n: number
    readonly tries: number
    readonly firstFailedAt: number
    readonly trouble: string
  }[]
  /** Dead letters that were sent once more. */
  readonly settled: readonly {
    readonly event: JournalKey
    readonly entry: string
    readonly isDelivered: boolean
    readonly tries: number
    readonly trouble: string
  }[]
}

export interface OfInstance {
  readonly program: ProgramKey
  readonly instance: InstanceKey
}

function readStep(tx: ReadTx, { program: key, instance }: OfInstance): CursorStep | null {
  const program = programByKey(tx, key)
  if (program === undefined || program.team === null) return null
  const from = cursorOf(tx, program, instance)
  const bound = appliedN(tx, instance)
  const unread = firstUnreadN(tx, program, instance, from, bound)
  const reached = Math.max(from, unread === null ? bound : unread - 1)
  const letters = tx.all<CursorStep['letters'][number]>(
    `select d.event, j.shared_id as entry, j.shared_n as n, d.tries, coalesce(d.first_failed_at, 0) as firstFailedAt,
       coalesce(d.trouble_json, '{}') as trouble
     from program_delivery d cross join journal j on j.key = d.event
     where d.program = :program and d.state = 'deadLetter' and d.shared = 0 and j.instance = :instance and j.shared_id is not null
       and j.shared_n > :from and j.shared_n <= :reached order by j.shared_n limit ${mostLetters + 1}`,
    { program: key, instance, from, reached },
  )
  // The rest goes with the next step.
  const next = letters[mostLetters]
  return {
    from,
    ...placeUpTo(tx, instance, from, next === undefined ? reached : next.n - 1),
    letters: letters.slice(0, mostLetters),
    settled: tx
      .all<Omit<CursorStep['settled'][number], 'isDelivered'> & { state: string }>(
        `select d.event, j.shared_id as entry, d.state, d.tries, coalesce(d.trouble_json, '{}') as trouble
         from program_delivery d cross join journal j on j.key = d.event
         where d.program = :program and d.shared = 2 and d.state in ('done', 'deadLetter') and j.instance = :instance
           and j.shared_id is not null limit ${mostLetters}`,
        { program: key, instance },
      )
      .map(({ state, ...letter }) => ({ ...letter, isDelivered: state === 'done' })),
  }
}

export const teamProgramWrites = {
  /** `ids`: eight letters for each webhook that is new here. Those of `gone` an administrator removed. */
  'programs.takeTeam'(
    tx: Tx,
    input: { readonly webhooks: readonly (TakenWebhook & { readonly id: string })[]; readonly gone: readonly string[] },
  ): void {
    for (const { id, ...taken } of input.webhooks) takeWebhook(tx, taken, id)
    removePrograms(tx, keysOfTeam(tx, input.gone))
  },
  /** True: some stand elsewhere than they were known to. */
  'programs.takeCursors'(
    tx: Tx,
    {
      cursors,
    }: { readonly cursors: readonly { readonly team: string; readonly instance: InstanceKey; readonly n: number }[] },
  ): boolean {
    let isOther = false
    for (const { team, instance, n } of cursors) {
      const program = keyOfTeam(tx, team)
      if (program !== undefined) isOther = takeCursor(tx, program, instance, n) || isOther
    }
    if (isOther) tx.changed({ kind: 'programs' })
    return isOther
  },
  'programs.takeLetters'(tx: Tx, input: { readonly team: string; readonly letters: readonly TakenLetter[] }): number {
    const program = keyOfTeam(tx, input.team)
    return program === undefined ? input.letters.length : takeLetters(tx, program, input.letters)
  },
  /**
   * The team's database lacks these, because an older backup took its place. Once it has them again, its values count.
   */
  'programs.missInTeam'(tx: Tx, { teams }: { readonly teams: readonly string[] }): void {
    for (const team of teams) {
      tx.run(
        `update program set state = 'stopped', state_since = :now, trouble_json = :trouble,
           team_json = json_set(team_json, '$.version', 0, '$.n', 0) where team_id = :team`,
        {
          ...{ team, now: tx.now },
          trouble: JSON.stringify({ at: tx.now, kind: 'notInTeam', status: null, text: '' } satisfies ProgramTrouble),
        },
      )
      tx.changed({ kind: 'programs' })
    }
  },
  /** The team has moved the cursor, and has these dead letters. */
  'programs.advanced'(
    tx: Tx,
    { program, instance, to, letters }: OfInstance & { readonly to: number; readonly letters: readonly JournalKey[] },
  ): void {
    for (const event of letters)
      tx.run('update program_delivery set shared = 1 where program = ? and event = ?', [program, event])
    takeCursor(tx, program, instance, to)
  },
  /** The team knows what became of a dead letter that was sent once more. */
  'programs.letterSettled'(
    tx: Tx,
    input: { readonly program: ProgramKey; readonly event: JournalKey; readonly isDelivered: boolean },
  ): void {
    if (input.isDelivered)
      tx.run(`delete from program_delivery where program = ? and event = ? and state = 'done'`, [
        input.program,
        input.event,
      ])
    else tx.run('update program_delivery set shared = 1 where program = ? and event = ?', [input.program, input.event])
  },
}

export const teamProgramReads = {
  'programs.step': readStep,
  /** A scope as all desks know it. Instances that the team does not share are left out. */
  'programs.sharedScope': (
    tx: ReadTx,
    { scope }: { readonly scope: ProgramScope },
  ): Pick<SharedWebhookSettings, 'instances' | 'labels'> => ({
    instances:
      scope.instances === null
        ? null
        : tx.all<{ apiUrl: string; idInstance: string }>(
            `select i.api_url as apiUrl, i.id_instance as idInstance from team_instance cross join instance i on i.key = team_instance.instance
             where team_instance.instance in (select value from json_each(?)) order by team_instance.instance`,
            [JSON.stringify(scope.instances)],
          ),
    labels: scope.labels === null ? null : namesOfLabels(tx, scope.labels),
  }),
  /** The permanent ids of events, for those that are in the team's journal. */
  'programs.entries': (tx: ReadTx, { events }: { readonly events: readonly JournalKey[] }): readonly string[] =>
    tx
      .all<{ entry: string }>(
        'select shared_id as entry from journal where key in (select value from json_each(?)) and shared_id is not null',
        [JSON.stringify(events)],
      )
      .map(({ entry }) => entry),
}

/** The newest entry up to `reached`: numbers may be left out. */
function placeUpTo(tx: ReadTx, instance: InstanceKey, from: number, reached: number): Pick<CursorStep, 'to' | 'link'> {
  const entry = tx.get<{ n: number; link: string }>(
    `select n, coalesce(link, id) as link from team_entry where instance = ? and n <= ? order by n desc limit 1`,
    [instance, reached],
  )
  if (entry !== undefined) return { to: Math.max(from, entry.n), link: entry.link }
  const isOlder = tx.get('select 1 from team_entry where instance = ? limit 1', [instance]) !== undefined
  return { to: isOlder ? reached : from, link: null }
}

const namesOfLabels = (tx: ReadTx, labels: readonly LabelKey[]): string[] =>
  tx
    .all<{ name: string }>(
      'select name_key as name from label where key in (select value from json_each(?)) order by name_key',
      [JSON.stringify(labels)],
    )
    .map(({ name }) => name)
