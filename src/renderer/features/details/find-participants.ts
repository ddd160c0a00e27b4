import type { GroupParticipant } from '../../../contract/index.ts'

const rank: Readonly<Record<GroupParticipant['role'], number>> = { owner: 0, admin: 1, member: 2 }
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** Participants whose name, number or id holds the text: owner, administrators, then the others, each as they came. */
export function findParticipants(participants: readonly GroupParticipant[], text: string): readonly GroupParticipant[] {
  const wanted = fold(text.trim())
  const number = /^[\d\s()+-]+$/.test(text.trim()) ? digits(text) : ''
  const found =
    wanted === ''
      ? participants
      : participants.filter(
          ({ name, phone, chatId }) =>
            fold(name).includes(wanted) ||
            fold(chatId).includes(wanted) ||
            (number !== '' && digits(phone ?? chatId).includes(number)),
        )
  return found.toSorted((a, b) => rank[a.role] - rank[b.role])
}
