import { rejoinChats } from '../../messages/archive/tx/rejoin-chats.ts'
import { separateChat } from '../../messages/archive/tx/separate-chat.ts'
import { chatReads, chatWrites } from './chats.ts'
import { messageReads } from './messages.ts'
import { sharedFiles } from './shared-files.ts'
import { orderAccess } from './order-access.ts'

export const readingWrites = { ...chatWrites, 'chats.separate': separateChat, 'chats.rejoin': rejoinChats }
export const readingReads = {
  ...chatReads,
  ...messageReads,
  'messages.orderAccess': orderAccess,
  'people.files': sharedFiles,
}
