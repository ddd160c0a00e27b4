import { z } from 'zod'

declare const brand: unique symbol
type Branded<Name extends string> = number & { readonly [brand]: Name }

/** Row of an instance in our store. The service's own id is `idInstance` (text). */
export type InstanceKey = Branded<'instance'>
/** Row of a chat in our store. Stable while aliases of a chat come and go. */
export type ChatKey = Branded<'chat'>
/** Row of a message in our store. Stable from the moment a message is written, even before the service has it. */
export type MessageKey = Branded<'message'>
/** Row of a notification in the journal. Grows in order of receipt. */
export type JournalKey = Branded<'journal'>
/** Row of an API request in the request log. Grows in order of start. */
export type RequestKey = Branded<'request'>
/** Row of a quick reply in our store. */
export type QuickReplyKey = Branded<'quickReply'>
/** Row of a label in our store. */
export type LabelKey = Branded<'label'>
/** Row of a note in our store. */
export type NoteKey = Branded<'note'>
/** Row of a field of a person's card in our store. */
export type FieldKey = Branded<'field'>
/** Row of a customer's program in our store. */
export type ProgramKey = Branded<'program'>

/** Row of a program's proposal in our store. */
export type ProposalKey = Branded<'proposal'>

const key = <Key>(): z.ZodType<Key> => z.int().positive() as unknown as z.ZodType<Key>

export const instanceKey = key<InstanceKey>()
export const chatKey = key<ChatKey>()
export const messageKey = key<MessageKey>()
export const journalKey = key<JournalKey>()
export const requestKey = key<RequestKey>()
export const quickReplyKey = key<QuickReplyKey>()
export const labelKey = key<LabelKey>()
export const noteKey = key<NoteKey>()
export const fieldKey = key<FieldKey>()
export const programKey = key<ProgramKey>()
export const proposalKey = key<ProposalKey>()

/** One instance, or null for all of them. */
export const scope = instanceKey.nullable()
export type Scope = InstanceKey | null
