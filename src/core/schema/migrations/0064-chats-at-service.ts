/**
 * What the service said of a chat besides its messages: how long messages stay in the messenger (seconds; 0: for good),
 * and whether it is in the messenger's own archive. NULL: unknown.
 */
export const chatsAtService = `
alter table chat add column lifetime integer;
alter table chat add column service_archived integer;
`
