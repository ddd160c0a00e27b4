import type { MessageProgram } from '../../../../contract/messages.ts'

/** The name of the program behind a row `r`, as SQL: a removed program keeps the name it had. */
const nameOf = (r: string): string => `coalesce((select name from program where key = ${r}.program), ${r}.program_name)`

/**
 * The program behind an own message, as SQL over message `m` and its outbox row `o`: `sent <name>`, `paused <name>`
 * where the program is paused and the message waits, `released <name>` where a person sent it on, or `proposed <name>`.
 * Of a colleague's send the team has the name.
 */
export const programColumn = `case when o.program is not null then (
    select case when o.released_at is not null then 'released '
        when o.state = 'queued' and exists (select 1 from program where key = o.program and state = 'paused')
        then 'paused ' else 'sent ' end || ${nameOf('ps')}
    from program_send ps where ps.message = o.message)
  when o.send_id like 'proposal %' then (
    select 'proposed ' || ${nameOf('pp')} from proposal pp where pp.message = o.message)
  when o.message is null and m.direction = 'outgoing' then (
    select case when pp.key is null then 'sent ' || s.program else 'proposed ' || ${nameOf('pp')} end
    from team_send s left join proposal pp on pp.team_id = s.id
    where s.instance = m.instance and s.id_message = m.id_message
      and (s.program is not null or pp.key is not null)) end as program_text`

/** The message that came of a proposal, also where a colleague sent it: SQL over proposal `p`. */
export const messageOfProposal = `coalesce(p.message, (select m.key from team_send s
    cross join message m on m.instance = s.instance and m.id_message = s.id_message where s.id = p.team_id))`

/** Reads {@link programColumn}. */
export function readProgram(text: string | null): MessageProgram | null {
  if (text === null) return null
  const end = text.indexOf(' ')
  const [how, name] = [text.slice(0, end), text.slice(end + 1)]
  if (how === 'paused' || how === 'released') return { how: 'sent', name, hold: how }
  return { how: how === 'proposed' ? 'proposed' : 'sent', name }
}
