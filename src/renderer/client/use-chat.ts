import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ChatDetails, ChatKey, ContractError, SteadyChat } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { contractQuery } from './use-contract-query.ts'

const useDetails = <Selected>(
  chat: ChatKey,
  enabled: boolean,
  select: (details: ChatDetails) => Selected,
): UseQueryResult<Selected, ContractError> =>
  useQuery<ChatDetails, ContractError, Selected>({
    ...contractQuery(useClient(), 'chats.details', { chat }),
    enabled,
    select,
  })

function steady(details: ChatDetails): SteadyChat {
  const { at: _at, preview: _preview, newest: _newest, unread: _unread, messages: _messages, ...more } = details
  const { lastIncomingAt: _lastIncomingAt, ...rest } = more
  return rest
}

/** A chat. A message changes none of it, so that what shows it is not rendered for each. */
export const useSteadyChat = (chat: ChatKey, { enabled = true } = {}): UseQueryResult<SteadyChat, ContractError> =>
  useDetails(chat, enabled, steady)

const lastIncomingAt = (details: ChatDetails): number | null => details.lastIncomingAt

/** When its person last wrote, epoch ms; null: never, or nobody asks. */
export const useLastIncomingAt = (chat: ChatKey, enabled: boolean): number | null =>
  useDetails(chat, enabled, enabled ? lastIncomingAt : nothing).data ?? null

const nothing = (): null => null
