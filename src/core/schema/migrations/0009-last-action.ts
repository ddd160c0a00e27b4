/**
 * The time of the latest action on a message, as lastOutgoingMessages means it (service 2.5): its acceptance, and what
 * a source with a time of its own told after that. What was merely seen in a history has no time of its own.
 * The index holds what the Outgoing view filters, counts and sorts by, as `message_sent` does.
 */
export const lastAction = `
alter table message add column acted_at integer generated always as (
  max(at, coalesce(action_at, 0),
    case when status_source in ('getChatHistory', 'getMessage') then 0 else coalesce(status_at, 0) end)
) virtual;
create index message_acted on message (
  acted_at desc, at, instance, status, chat, content_kind, type_message, sent_by_api, status_at, fts
) where direction = 'outgoing' and folded = 0 and hidden_at is null;
`
