import { chatReads, chatWrites } from './chats.ts'
import { messageReads } from './messages.ts'

export const readingWrites = chatWrites
export const readingReads = { ...chatReads, ...messageReads }
