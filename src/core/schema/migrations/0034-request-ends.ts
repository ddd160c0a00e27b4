/**
 * `outbox.ended_at` is when the request of a message ended, by the service's clock: this computer's own clock may be
 * set meanwhile, and how long a message waits at the service is measured against it. Only what is still followed needs
 * it.
 */
export const requestEnds = `
alter table outbox add column ended_at integer;
update outbox set ended_at = coalesce(accepted_at, answered_at) + (select clock_offset_ms from instance where key = outbox.instance)
  where next_check_at is not null;
`
