import type { GroupDetails } from '../../../contract/chats.ts'
import type { MadeChange, StoredGroup } from './stored-group.ts'
import { isOutdated } from './view-ages.ts'

/** getGroupData may be so much older than a change (service 11.6), ms. */
const latestMs = 300_000

/** Changes that the service's next answer may not show yet. */
export const recentChanges = (group: StoredGroup | null, now: number): readonly MadeChange[] =>
  (group?.changes ?? []).filter(({ at }) => !isOutdated(at, now, latestMs))

/** The service's answer, or what was known before, with these changes. */
export const withChanges = (group: StoredGroup, changes: readonly MadeChange[]): StoredGroup => ({
  ...changes.reduce(withChange, group),
  changes,
})

function withChange(group: StoredGroup, change: MadeChange): StoredGroup {
  const withPeople = (participants: StoredGroup['participants']): StoredGroup => ({
    ...group,
    participants,
    size: Math.max(0, group.size + participants.length - group.participants.length),
  })
  const { participants } = group
  switch (change.kind) {
    case 'created':
    case 'left':
      return group
    case 'renamed':
      return { ...group, subject: change.subject }
    case 'added': {
      const { chatId, people } = change
      // The service may name the person by another id than the one that was asked for.
      const isShown = participants.length > people || participants.some((person) => person.chatId === chatId)
      return isShown ? group : withPeople([...participants, { chatId, role: 'member' }])
    }
    case 'removed':
      return withPeople(participants.filter(({ chatId }) => chatId !== change.chatId))
    case 'role':
      return withPeople(
        participants.map((person) => (person.chatId === change.chatId ? { ...person, role: change.role } : person)),
      )
  }
}

/** The account's place in the group: as the service answers, unless it was made or left here just now. */
export function stateAfter(
  changes: readonly MadeChange[],
  answered: Exclude<GroupDetails['state'], 'unknown'>,
): Exclude<GroupDetails['state'], 'unknown'> {
  const last = changes.findLast(({ kind }) => kind === 'created' || kind === 'left')
  return last === undefined ? answered : last.kind === 'left' ? 'notMember' : 'known'
}
