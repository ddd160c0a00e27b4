/**
 * What people sent of what a program proposed is found by the program. A proposal that a colleague sent goes with its
 * message as well.
 */
export const sentProposals = `
create index proposal_sent on proposal (program) where state = 'sent';
drop trigger proposal_gone;
create trigger proposal_gone after delete on message begin
  delete from proposal where message = old.key;
  delete from proposal where team_id in (select id from team_send
    where instance = old.instance and id_message = old.id_message and message is null) and state = 'sent';
end;
`
