import { useRef } from 'react'
import type { ChatKey, Colleague, InstanceKey } from '../../contract/index.ts'
import { useTranslations } from '../lib/translations.ts'
import type { MenuEntry } from '../ui/overlays/menu.tsx'
import { useContractCommand } from './use-contract-command.ts'
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
  const underWay = useRef(new Map<ChatKey, string | null>())
  // An assignment by a colleague since it was drawn stays, and a toast says so. One that is under way is not made
  // again: it would count as somebody else's.
  const give = async ({ key: chat, assignee }: AssignableChat, desk: string | null): Promise<void> => {
    if (underWay.current.get(chat) === desk) return
    underWay.current.set(chat, desk)
    await assign({ chat, desk, seen: assignee?.desk ?? null })
    if (underWay.current.get(chat) === desk) underWay.current.delete(chat)
  }
  return {
    isPossible,
    toggleMine(chat) {
      if (team === null || !isPossible(chat)) return
      void give(chat, chat.assignee?.isThis === true ? null : team.desk)
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
            run: () => void give(chat, desk),
          })),
        { kind: 'separator' },
        {
          kind: 'item',
          label: t('ui.nobody'),
          icon: chat.assignee === null ? 'check' : 'circle',
          run: () => void give(chat, null),
        },
      ]
    },
  }
}
