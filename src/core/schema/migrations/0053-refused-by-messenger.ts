/**
 * Statuses that say that the messenger refused a message were read as unknown. The same words are in
 * `messages/statuses/rules/raw-status.ts`.
 */
const reasonOf = (raw: string): string =>
  `case lower(trim(${raw})) when 'yellowcard' then 'heldBack' when 'suspended' then 'heldBack' when 'noactivesession' then 'noActiveSession' end`

export const refusedByMessenger = `
create temp table refused as
  select o.key, o.message, ${reasonOf('o.raw')} as reason, o.text, o.source, coalesce(o.service_at, o.seen_at) as at
  from observation o where o.status = 'unknown' and ${reasonOf('o.raw')} is not null;
update observation set status = 'failed', reason = refused.reason from refused where refused.key = observation.key;
update message set status = 'failed', status_raw = null, status_reason = first.reason, status_text = first.text,
  status_source = first.source, status_at = first.at
from (select message, reason, text, source, at, min(key) from refused group by message) first
where first.message = message.key and coalesce(message.status, '') not in ('failed', 'delivered', 'read');
update outbox set needs_person = 1 where message in (
  select key from message where status = 'failed' and hidden_at is null and key in (select message from refused)
) and state <> 'dismissed';
drop table refused;
`
