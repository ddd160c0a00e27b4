import { z } from 'zod'
import { flag, id, lenient, text } from './lenient.ts'

/**
 * Changes of groups, contacts and pictures: a refusal often comes as a 200 with false (service 11.6), so `done` is what
 * counts. `reason`: the service's text, if any.
 */
const changed = (...fields: readonly string[]) =>
  z
    .looseObject({ reason: lenient(text) })
    .transform((reply) => {
      const flags = fields.map((field) => flag.safeParse(reply[field]).data).filter((value) => value !== undefined)
      return { flags, reason: reply.reason ?? '' }
    })
    .refine(({ flags }) => flags.length > 0)
    .transform(({ flags, reason }) => ({ done: flags.includes(true), reason }))

export const changeOf = {
  updateGroupName: changed('updateGroupName'),
  updateGroupSettings: changed('updateGroupSettings'),
  addGroupParticipant: changed('addParticipant'),
  removeGroupParticipant: changed('removeParticipant'),
  setGroupAdmin: changed('setGroupAdmin'),
  removeAdmin: changed('removeAdmin'),
  setGroupPicture: changed('setGroupPicture'),
  /** If an administrator leaves, the answer has `removeAdmin` instead (service 11.6). */
  leaveGroup: changed('leaveGroup', 'removeAdmin'),
  setProfilePicture: changed('setProfilePicture'),
  addContact: changed('addContact'),
  editContact: changed('editContact'),
  deleteContact: changed('deleteContact'),
}

/** createGroup; a refusal has empty texts beside its false. */
export const createGroupResult = z
  .looseObject({ created: flag, chatId: lenient(id), groupInviteLink: lenient(text) })
  .transform(({ created, chatId, groupInviteLink }) => ({ created, chatId, inviteLink: groupInviteLink ?? '' }))
