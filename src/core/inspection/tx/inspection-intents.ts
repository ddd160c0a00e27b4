import { namedMessageReads } from './named-messages.ts'
import { outgoingReads } from './outgoing.ts'

export const inspectionReads = { ...outgoingReads, ...namedMessageReads }
