import type { GroupParticipant } from '../../../contract/index.ts'
import { filterBy } from '../../../contract/text/fold.ts'

const rank: Readonly<Record<GroupParticipant['role'], number>> = { owner: 0, admin: 1, member: 2 }

/** Participants whose name, number or id holds the text: owner, administrators, then the others, each as they came. */
export function findParticipants(participants: readonly GroupParticipant[], text: string): readonly GroupParticipant[] {
  const finds = filterBy(text)
  const found = participants.filter(({ name, phone, chatId }) => finds(name, phone, chatId))
  return found.toSorted((a, b) => rank[a.role] - rank[b.role])
}
