import type { ReadTx } from '../../src/core/store/tx.ts'

/**
 * What a desk shows of the chats of the team's instance, and what everybody wrote about them. A chat in which nothing
 * arrived is that of the desk that tried.
 */
export interface SharedView {
  readonly chats: readonly string[]
  readonly waiting: readonly string[]
  readonly notes: readonly string[]
  readonly labels: readonly string[]
  readonly events: readonly string[]
  /** Those of `waiting` whose chat this desk answered when it had entries that the database lost. */
  readonly answeredFromLost: readonly string[]
  /** Those of `events` that another event equals byte for byte. */
  readonly equalEvents: readonly string[]
}

export function sharedView(tx: ReadTx): SharedView {
  const lines = (sql: string) => tx.all<{ line: string }>(sql).map(({ line }) => line)
  const chats = (line: string, where: string) =>
    lines(
      `select min(a.alias) || ' ' || ${line} as line from chat c join chat_alias a on a.chat = c.key
       where exists (select 1 from message m where m.chat = c.key and m.id_message is not null) and ${where}
       group by c.key order by 1`,
    )
  const waiting = `coalesce(c.waiting_at, '-')`
  const events = (where: string) =>
    lines(
      `select shared_id || ' ' || state as line from journal j
       where shared_id is not null and repeat_of is null and ${where} order by 1`,
    )
  return {
    chats: chats(`coalesce(c.assignee, '-') || ' ' || c.done_at`, '1'),
    waiting: chats(waiting, '1'),
    notes: lines(`select id || ' ' || text as line from note order by 1`),
    labels: lines(
      `select min(a.alias) || ' ' || l.name as line
       from chat_label s join label l on l.key = s.label join chat_alias a on a.chat = s.chat
       group by s.chat, l.key order by 1`,
    ),
    events: events('1'),
    answeredFromLost: chats(
      waiting,
      `exists (select 1 from outbox o where o.chat = c.key and o.seen_until is not
         (select j.received_at from journal j where j.instance = o.instance and j.shared_n <= o.seen_n order by j.shared_n desc limit 1))`,
    ),
    equalEvents: events(
      `raw in (select raw from journal where shared_id is not null group by raw having count(*) > 1)`,
    ),
  }
}

/**
 * Events, marks, assignments, notes, labels and who waits since when are the same at all desks.
 * @param inDatabase ids of the notifications that somebody who joins gets: all that a desk has
 * @param isRestored the database went back in time: docs/team.md says what may differ then
 */
export function brokenTeamPromises(
  views: readonly SharedView[],
  isRestored: boolean,
  inDatabase: ReadonlySet<string>,
): readonly string[] {
  const broken: string[] = []
  const [first] = views
  const chatOf = (line: string) => line.split(' ')[0]
  const answeredFromLost = new Set(views.flatMap((view) => view.answeredFromLost.map(chatOf)))
  const equalEvents = new Set(views.flatMap((view) => view.equalEvents))
  const mayDiffer = (part: keyof SharedView, line: string): boolean =>
    isRestored &&
    ((part === 'waiting' && answeredFromLost.has(chatOf(line))) || (part === 'events' && equalEvents.has(line)))
  for (const [desk, { events }] of views.entries())
    for (const event of events)
      if (!inDatabase.has(event.split(' ')[0] ?? ''))
        broken.push(`the database lacks "${event}", which desk ${desk} has`)
  for (const [desk, view] of views.entries())
    for (const part of ['chats', 'waiting', 'notes', 'labels', 'events'] as const) {
      const expected = first?.[part] ?? []
      for (const one of expected)
        if (!view[part].includes(one) && !mayDiffer(part, one))
          broken.push(`desk 0 alone has "${one}", not desk ${desk}`)
      for (const one of view[part])
        if (!expected.includes(one) && !mayDiffer(part, one)) broken.push(`desk ${desk} alone has "${one}", not desk 0`)
    }
  return broken
}
