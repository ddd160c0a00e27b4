/**
 * When settings and account were read last (epoch ms), and what a check of a phone number said: an answer counts for
 * this account and its day, and costs a part of a quota (service 11.5).
 */
export const administration = `
alter table instance add column settings_at integer;
alter table instance add column account_at integer;
create table account_check (
  instance integer not null references instance (key) on delete cascade,
  phone text not null,
  found integer not null,
  chat_id text not null default '',
  checked_at integer not null,
  primary key (instance, phone)
) strict, without rowid;
`
