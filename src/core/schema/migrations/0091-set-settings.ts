/** When each setting got its value, epoch ms; null: before this was written down. */
export const setSettings = `
alter table setting add column set_at integer;
`
