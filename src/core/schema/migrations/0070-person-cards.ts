/**
 * What people here know of a person beside the service: a name, and fields of their own (person-cards.ts). A card is of
 * a number, or of a chat whose number is hidden. `main`: the card to which somebody merged it. `shown`: the name of all
 * cards of the person. And the files of a chat by kind, for the list of what was shared with a person.
 */
export const personCards = `
create table person_card (
  key integer primary key,
  digits text unique,
  chat integer unique references chat (key) on delete set null,
  name text not null default '',
  shown text not null default '',
  main integer references person_card (key) on delete set null
) strict;
create index person_card_main on person_card (main) where main is not null;
create table person_field (
  key integer primary key,
  card integer not null references person_card (key) on delete cascade,
  name text not null,
  value text not null
) strict;
create index person_field_card on person_field (card);
create index message_files on message (chat, content_kind, at)
  where content_kind in ('image', 'video', 'document', 'audio') and folded = 0 and hidden_at is null and deleted = 0;
`
