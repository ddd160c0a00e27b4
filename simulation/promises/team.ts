import type { ReadTx } from '../../src/core/store/tx.ts'

/**
 * What a desk shows of the chats of the team's instance, and what everybody wrote about them. A chat in which nothing
 * arrived is that of the desk that tried.
 */
export interface SharedView {
  readonly chats: readonly string[]
  readonly notes: readonly string[]
  readonly labels: readonly string[]
  readonly events: readonly string[]
}

export const sharedView = (tx: ReadTx): SharedView => ({
  chats: tx
    .all<{ chat: string }>(
      `select min(a.alias) || ' ' || coalesce(c.assignee, '-') || ' ' || c.done_at || ' ' || coalesce(c.waiting_at, '-') as chat
       from chat c join chat_alias a on a.chat = c.key where exists (select 1 from message m where m.chat = c.key and m.id_message is not null)
       group by c.key order by 1`,
    )
    .map(({ chat }) => chat),
  events: tx
    .all<{ event: string }>(
      `select shared_id || ' ' || state as event from journal where shared_id is not null and repeat_of is null order by 1`,
    )
    .map(({ event }) => event),
  labels: tx
    .all<{ label: string }>(
      `select min(a.alias) || ' ' || l.name as label
       from chat_label s join label l on l.key = s.label join chat_alias a on a.chat = s.chat
       group by s.chat, l.key order by 1`,
    )
    .map(({ label }) => label),
  notes: tx.all<{ note: string }>(`select id || ' ' || text as note from note order by 1`).map(({ note }) => note),
})

/** Events, marks, assignments, notes, labels and who waits since when are the same at all desks. */
export function brokenTeamPromises(views: readonly SharedView[]): readonly string[] {
  const broken: string[] = []
  const [first] = views
  for (const [desk, view] of views.entries())
    for (const part of ['chats', 'notes', 'labels', 'events'] as const) {
      const expected = first?.[part] ?? []
      for (const one of expected)
        if (!view[part].includes(one)) broken.push(`desk 0 alone has "${one}", not desk ${desk}`)
      for (const one of view[part])
        if (!expected.includes(one)) broken.push(`desk ${desk} alone has "${one}", not desk 0`)
    }
  return broken
}
