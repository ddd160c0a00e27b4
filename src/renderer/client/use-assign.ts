import type { ChatKey, Colleague, InstanceKey } from '../../contract/index.ts'
import { useTranslations } from '../lib/translations.ts'
import type { MenuEntry } from '../ui/overlays/menu.tsx'
import { useContractCommand } from './use-contract-command.ts'
import { useSingleFlight } from './use-single-flight.ts'
import { useTeam } from './use-team.ts'

interface AssignableChat {
  readonly key: ChatKey
  readonly instance: InstanceKey
  readonly assignee: Colleague | null
}

export interface Assigning {
  /** Assigns a chat to this person, or unassigns it. Absent if no team shares the chat, or the person may only read. */
  readonly toggleMine: (chat: AssignableChat) => void
  /** Members to whom a chat can be assigned; empty if impossible. */
  readonly entries: (chat: AssignableChat) => readonly MenuEntry[]
  readonly isPossible: (chat: Pick<AssignableChat, 'instance'>) => boolean
}

/** The assignee of a chat, and functions to change it. */
export function useAssign(): Assigning {
  const t = useTranslations()
  const team = useTeam()
  const [assign] = useContractCommand('team.assign')
  const isPossible = ({ instance }: Pick<AssignableChat, 'instance'>): boolean =>
    team !== null && team.role !== 'viewer' && team.instances.some((row) => row.instance === instance)
  const singleFlight = useSingleFlight()
  // An assignment by a colleague since it was drawn stays, and a toast says so.
  const give = ({ key: chat, assignee }: AssignableChat, desk: string | null): void =>
    void singleFlight(String(chat), desk, () => assign({ chat, desk, seen: assignee?.desk ?? null }))
  return {
    isPossible,
    toggleMine(chat) {
      if (team === null || !isPossible(chat)) return
      give(chat, chat.assignee?.isThis === true ? null : team.desk)
    },
    entries(chat) {
      if (team === null || !isPossible(chat)) return []
      const people = [...team.members].filter(({ role }) => role !== 'viewer')
      return [
        ...people
          .toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
          .map(({ desk, name, isThis }): MenuEntry => ({
            kind: 'item',
            label: isThis ? t('ui.assignToMe') : name,
            icon: chat.assignee?.desk === desk ? 'check' : 'user',
            run: () => give(chat, desk),
          })),
        { kind: 'separator' },
        {
          kind: 'item',
          label: t('ui.nobody'),
          icon: chat.assignee === null ? 'check' : 'circle',
          run: () => give(chat, null),
        },
      ]
    },
  }
}
