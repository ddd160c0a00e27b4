/** Spans in which the service's settings kept messages out of its journals: histories of these times are not whole. */
export const unrecordedTimes = `
alter table instance add column unrecorded_json text not null default '[]';
`
