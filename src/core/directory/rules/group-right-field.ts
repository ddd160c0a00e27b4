import type { GroupRight } from '../../../contract/values.ts'

/** The service's field of a right, in getGroupData and in updateGroupSettings (service 11.6). */
export const groupRightField = <Right extends GroupRight>(right: Right): `allowParticipants${Capitalize<Right>}` =>
  // Capitalize is what these two lines do.
  `allowParticipants${right.charAt(0).toUpperCase()}${right.slice(1)}` as `allowParticipants${Capitalize<Right>}`
