/**
 * A message of the outbox that is sent at a time: until then it stands outside its lane. `due_at` is that time (epoch
 * ms) and null once it came, `due_zone` the time zone in which the person chose it. Parked ones wait for the person's
 * word.
 */
export const scheduled = `
alter table outbox add column due_at integer;
alter table outbox add column due_zone text;
create index outbox_due on outbox (due_at) where due_at is not null and parked = 0;
`
