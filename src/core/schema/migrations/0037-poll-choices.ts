/**
 * Votes are kept by chat, poll and person: each update of the service speaks of one. An update that names no poll by
 * its id stands under `name:` and the poll's question. What a record of the poll itself listed (`is_event` 0) gives way
 * to a person's own update.
 */
export const pollChoices = `
create table poll_choice (
  chat integer not null references chat (key) on delete cascade,
  target_id text not null,
  voter text not null,
  choices_json text not null,
  is_event integer not null,
  at integer not null,
  queue_order integer,
  tie text not null,
  primary key (chat, target_id, voter)
) strict, without rowid;
insert into poll_choice (chat, target_id, voter, choices_json, is_event, at, tie)
  select v.chat, v.target_id, case when person.value like '%@c.us' then substr(person.value, 1, length(person.value) - 5) else person.value end as voter,
    json_group_array(distinct option.value ->> 'optionName'), 1, v.at, v.tie
  from poll_vote v, json_each(v.votes_json) option, json_each(option.value, '$.optionVoters') person
  group by v.chat, v.target_id, voter;
drop table poll_vote;
create index message_poll on message (chat, text, at) where content_kind = 'poll';
`
