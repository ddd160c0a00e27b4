import type { TeamStore, TeamSession } from '../ports.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { CoreHandlers } from '../../../contract/index.ts'
import type { DeskId } from '../../sharing/shared-ids.ts'
import { teamCall } from '../../sharing/team-call.ts'

export type TeamChatCalls =
  | 'team.presence'
  | 'team.chat'
  | 'team.assign'
  | 'team.here'
  | 'team.sendAlone'
  | 'team.dismissSend'

export interface TeamChatPorts {
  readonly store: TeamStore
  readonly session: () => TeamSession | null
  readonly desk: () => DeskId
}

/** Handlers for presence, assignment and sends of colleagues in chats. */
export function createTeamChatHandlers(ports: TeamChatPorts): Pick<CoreHandlers, TeamChatCalls> {
  const { store, session, desk } = ports
  return {
    'team.presence': () => Promise.resolve(session()?.chats.presences() ?? []),
    async 'team.chat'({ chat }) {
      const marks = (session()?.chats.readMarks(chat) ?? []).filter((mark) => mark.desk !== desk())
      const [people, underWay] = await Promise.all([
        store.read('team.names', { desks: marks.map((mark) => mark.desk) }),
        store.read('team.underWay', { chat }),
      ])
      const seenBy = people.map((who, index) => ({ ...who, until: marks[index]?.readUntil ?? 0 }))
      return { seenBy, underWay }
    },
    async 'team.assign'({ chat, desk: to, seen }) {
      const now = session()
      if (now === null) throw new ContractError('teamMissing')
      const place = await store.read('team.place', { chat })
      if (place === null) throw new ContractError('notFound')
      if (seen !== undefined && seen !== place.assignee) throw new ContractError('changedMeanwhile')
      if (!(await teamCall(now.chats.assign(chat, place, to as DeskId | null))))
        throw new ContractError('changedMeanwhile')
    },
    async 'team.here'({ chat, writing }) {
      const now = session()
      if (now === null) return
      const place = chat === null ? null : await store.read('team.place', { chat })
      const at = chat === null || place === null ? null : { chat, place, writing }
      // A word that gets lost is said again in a moment.
      await now.chats.here(at).catch(() => undefined)
    },
    'team.sendAlone': (input) => store.write('team.sendAlone', input, { urgent: true }),
    async 'team.dismissSend'({ id }) {
      const now = session()
      if (now === null) throw new ContractError('teamMissing')
      if (!(await teamCall(now.team.dismissSend(id)))) throw new ContractError('notFound')
    },
  }
}
