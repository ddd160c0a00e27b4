/** A used-up quota outlives the run in which the service spoke of it. */
export const quota = `
alter table instance add column quota_json text;
`
