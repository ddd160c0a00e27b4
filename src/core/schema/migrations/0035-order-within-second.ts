/**
 * Within one second the queue's order stands first, then the order of a history, the id last (ADR 0010). Of what is
 * stored already the journal has the queue's order; seconds with several messages are placed by it here, once.
 */
export const orderWithinSecond = `
alter table message add column queue_order integer;
alter table message add column list_order integer;
alter table edit add column queue_order integer;
alter table edit add column list_order integer;
create temp table crowded as
  select m.key, m.chat, m.at, (select min(j.key) from journal j where j.message = m.key) as queue_order, m.tie
  from message m join (select chat, at from message where unsent = 0 group by chat, at having count(*) between 2 and 256) second
    on second.chat = m.chat and second.at = m.at where m.unsent = 0;
update message set queue_order = crowded.queue_order, tie = crowded.new_tie
  from (select key, queue_order, '#' || printf('%04d', row_number() over (
          partition by chat, at order by coalesce(queue_order, 9e15), tie) - 1) || tie as new_tie from crowded) crowded
  where crowded.key = message.key;
drop table crowded;
`
