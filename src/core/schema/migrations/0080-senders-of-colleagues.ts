/** Sends of colleagues' desks by the program that wrote them, null for a person: Outgoing filters by it. */
export const sendersOfColleagues = `
create index team_send_sender on team_send (program, instance, id_message) where message is null;
`
