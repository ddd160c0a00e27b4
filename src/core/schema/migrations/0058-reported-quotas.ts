/** The time at which the service reported a quota, under the name that the rest of the program has for it. */
export const reportedQuotas = `
update instance set quota_json = json_remove(
    json_set(quota_json, '$.reportedAt', json_extract(quota_json, '$.saidAt')), '$.saidAt')
  where json_valid(quota_json) and json_extract(quota_json, '$.saidAt') is not null;
`
