/** When a person was last online, as the service wrote it: no format is promised. */
export const lastSeen = `
alter table chat add column last_seen text;
`
