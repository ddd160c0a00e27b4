import type { ChatPage, Scope } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import type { ListFilter } from './list-items.ts'

export interface WaitingBarProps {
  readonly scope: Scope
  readonly filter: ListFilter
  readonly counts: ChatPage['counts']
}

/** Above the list of who waits: whether groups are in it, how many wait, and how many of them for too long. */
export function WaitingBar({ scope, filter, counts: { waiting, overdue } }: WaitingBarProps) {
  const t = useTranslations()
  const times = useTimes()
  const hasGroups = useSettings()?.waitingGroups ?? true
  const [update] = useContractCommand('settings.update')
  const targets = new Set(
    useInstances().flatMap(({ key, answerTargetMs }) => (scope === null || scope === key ? [answerTargetMs] : [])),
  )
  const [target = 0] = targets
  const sum = (): string => {
    const late =
      overdue > 0 &&
      t(targets.size === 1 ? 'chats.overTarget' : 'chats.overdue', { overdue, target: times.span(0, target) })
    // With the chats of one instance there is no room for the text that the filter already has.
    if (scope !== null) return late === false ? '' : late
    return late === false ? t('chats.waitingNone', { waiting }) : t('chats.waitingAndLate', { waiting, late })
  }
  return (
    <>
      <button
        type="button"
        className={hasGroups ? 'fbtn is-set' : 'fbtn'}
        aria-pressed={hasGroups}
        title={t('chats.waitingGroups')}
        onClick={() => void update({ waitingGroups: !hasGroups })}
      >
        <Icon name="group" size={14} />
        <span>{t('chats.groups')}</span>
      </button>
      {filter === 'waiting' && waiting > 0 && <span className="num ell">{sum()}</span>}
    </>
  )
}
