import { z } from 'zod'
import { count, flag, id, idAsChatId, lenient, lenientList, number, text } from './lenient.ts'

const groupParticipant = idAsChatId(z.looseObject({ chatId: id, isAdmin: lenient(flag), isSuperAdmin: lenient(flag) }))

const groupFields = z.looseObject({
  groupId: lenient(id),
  /** The field's name in other families (service 10.1). */
  chatId: lenient(id),
  owner: lenient(id),
  subject: lenient(text),
  description: lenient(text),
  /** UNIX seconds. */
  creation: lenient(number),
  /** '' unless the account is owner or administrator. */
  groupInviteLink: lenient(text),
  allowParticipantsEditGroupSettings: lenient(flag),
  allowParticipantsAddMembers: lenient(flag),
  // Not seen in any answer yet, but each can be set (service 11.6).
  allowParticipantsSendMessages: lenient(flag),
  allowParticipantsSendMedia: lenient(flag),
  allowParticipantsSendPolls: lenient(flag),
  allowParticipantsSendOtherMessages: lenient(flag),
  allowParticipantsAddWebPagePreviews: lenient(flag),
  allowParticipantsPinMessages: lenient(flag),
  size: lenient(count),
  participants: lenientList(groupParticipant),
})

/** getGroupData (service 2.6). `groupId` is filled from `chatId` in families that name it so. */
export const groupRecord = groupFields
  .refine((group) => group.groupId !== undefined || group.chatId !== undefined || group.participants !== undefined)
  .transform((group) => ({ ...group, groupId: group.groupId ?? group.chatId }))

export type GroupRecord = z.output<typeof groupRecord>

/** The field of a right, in getGroupData and in updateGroupSettings (service 11.6). */
export const groupRightField = <Right extends string>(right: Right): `allowParticipants${Capitalize<Right>}` =>
  // Capitalize is what these two lines do.
  `allowParticipants${right.charAt(0).toUpperCase()}${right.slice(1)}` as `allowParticipants${Capitalize<Right>}`
