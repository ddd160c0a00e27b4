/**
 * Labels and notes that a team shares. Of a note `version` is the team's that is here (0: it was never told), `author`
 * the desk that wrote it (null: this one, without a team). `team_word` is what the team has not been told yet: that a
 * note (`what` is its id, `base` the version that was seen) or a label on a chat (`what` is the name by which labels
 * are told apart) is now as it stands here; `turn` grows when that changes again meanwhile. `annotated` 1: what stood
 * in the database is here, so that the journal alone tells the rest.
 */
export const teamAnnotations = `
alter table note add column version integer not null default 0;
alter table note add column author text;
alter table team_instance add column annotated integer not null default 0;
create table team_word (
  kind text not null check (kind in ('note', 'label')),
  what text not null,
  chat integer not null references chat (key) on delete cascade,
  name text not null,
  base integer not null,
  turn integer not null default 1,
  primary key (kind, what, chat)
) strict, without rowid;
create index team_word_chat on team_word (chat);
insert into team_word (kind, what, chat, name, base)
  select 'note', n.id, n.chat, '', 0 from team_instance t join chat c on c.instance = t.instance join note n on n.chat = c.key;
insert into team_word (kind, what, chat, name, base)
  select 'label', l.name_key, c.key, l.name, 0 from team_instance t join chat c on c.instance = t.instance
    join chat_label cl on cl.chat = c.key join label l on l.key = cl.label;
`
