import type { MessageProgram } from '../../../../contract/messages.ts'

/**
 * The program behind an own message, as SQL over message `m` and its outbox row `o`: `sent <name>` or
 * `proposed <name>`. A removed program keeps the name it had; of a colleague's send the team has the name.
 */
export const programColumn = `case when o.program is not null then (
    select 'sent ' || coalesce((select name from program where key = ps.program), ps.program_name)
    from program_send ps where ps.message = o.message)
  when o.send_id like 'proposal %' then (
    select 'proposed ' || coalesce((select name from program where key = pp.program), pp.program_name)
    from proposal pp where pp.message = o.message)
  when o.message is null and m.direction = 'outgoing' then (
    select 'sent ' || s.program from team_send s
    where s.instance = m.instance and s.id_message = m.id_message and s.program is not null) end as program_text`

/** Reads {@link programColumn}. */
export function readProgram(text: string | null): MessageProgram | null {
  if (text === null) return null
  const end = text.indexOf(' ')
  return { how: text.slice(0, end) === 'proposed' ? 'proposed' : 'sent', name: text.slice(end + 1) }
}
