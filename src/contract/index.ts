import { annotationCommands, annotationQueries } from './annotations.ts'
import { administrationCommands, administrationQueries } from './administration.ts'
import { appCommands, appQueries, hostCommands } from './app.ts'
import { backupCommands, backupQueries } from './backup.ts'
import { chatCommands, chatQueries } from './chats.ts'
import type { Definition } from './define.ts'
import { instanceCommands, instanceQueries } from './instances.ts'
import { journalCommands, journalQueries } from './journal.ts'
import { mediaCommands, mediaQueries } from './media.ts'
import { historyCommands, messageCommands, messageQueries } from './messages.ts'
import { outgoingCommands, outgoingQueries } from './outgoing.ts'
import { erasingCommands, erasingQueries, peopleCommands, peopleQueries } from './people.ts'
import { programCommands, programQueries } from './programs.ts'
import { proposalCommands, proposalQueries } from './proposals.ts'
import { quickReplyCommands, quickReplyQueries } from './quick-replies.ts'
import { requestCommands, requestQueries } from './requests.ts'
import { serviceChatCommands } from './service-chat.ts'
import { searchQueries } from './search.ts'
import { sendingCommands } from './sending.ts'
import { settingsCommands, settingsQueries } from './settings.ts'
import { uploadCommands, uploadQueries } from './uploads.ts'
import { teamCommands, teamQueries } from './team.ts'

export * from './administration.ts'
export * from './annotations.ts'
export * from './app.ts'
export * from './backup.ts'
export * from './chats.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './ids.ts'
export * from './instances.ts'
export * from './journal.ts'
export * from './media.ts'
export * from './messages.ts'
export * from './outgoing.ts'
export * from './people.ts'
export * from './programs.ts'
export * from './quick-replies.ts'
export * from './requests.ts'
export * from './search.ts'
export * from './sending.ts'
export * from './service-chat.ts'
export * from './settings.ts'
export * from './statuses.ts'
export * from './uploads.ts'
export * from './team.ts'

/** Everything that core answers. */
export const coreContract = {
  ...appQueries,
  ...appCommands,
  ...backupQueries,
  ...backupCommands,
  ...erasingQueries,
  ...erasingCommands,
  ...instanceQueries,
  ...instanceCommands,
  ...administrationQueries,
  ...administrationCommands,
  ...chatQueries,
  ...chatCommands,
  ...annotationQueries,
  ...annotationCommands,
  ...messageQueries,
  ...messageCommands,
  ...sendingCommands,
  ...historyCommands,
  ...mediaQueries,
  ...mediaCommands,
  ...uploadQueries,
  ...uploadCommands,
  ...outgoingQueries,
  ...outgoingCommands,
  ...journalQueries,
  ...journalCommands,
  ...peopleQueries,
  ...peopleCommands,
  ...programQueries,
  ...programCommands,
  ...proposalQueries,
  ...proposalCommands,
  ...quickReplyQueries,
  ...quickReplyCommands,
  ...requestQueries,
  ...requestCommands,
  ...searchQueries,
  ...serviceChatCommands,
  ...settingsQueries,
  ...settingsCommands,
  ...teamQueries,
  ...teamCommands,
}

/** The whole contract: core's part and the host's. */
export const contract = { ...coreContract, ...hostCommands }

type Contract = typeof contract
export type CallName = keyof Contract
export type Input<Name extends CallName> =
  Contract[Name] extends Definition<'query' | 'command', infer I, unknown> ? I : never
export type Output<Name extends CallName> =
  Contract[Name] extends Definition<'query' | 'command', unknown, infer O> ? O : never
export type QueryName = { [Name in CallName]: Contract[Name]['kind'] extends 'query' ? Name : never }[CallName]
export type CommandName = Exclude<CallName, QueryName>

export interface CallContext {
  /** Aborted when the window cancels the call or closes. */
  readonly signal: AbortSignal
}

type Handler<Name extends CallName> = (input: Input<Name>, context: CallContext) => Promise<Output<Name>>
export type Handlers<Names extends CallName = CallName> = { readonly [Name in Names]: Handler<Name> }
export type CoreCallName = keyof typeof coreContract
export type CoreHandlers = Handlers<CoreCallName>
/** The calls of a group: the word before their dot. */
export type CallsOf<Group extends string> = Extract<CoreCallName, `${Group}.${string}`>
type HostCallName = keyof typeof hostCommands
export type HostHandlers = Handlers<HostCallName>
