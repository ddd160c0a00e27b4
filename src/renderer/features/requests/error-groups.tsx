import type { Scope } from '../../../contract/ids.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { errorKindText } from './request-outcome.ts'

export interface ErrorGroupsProps {
  readonly scope: Scope
  readonly onChoose: (operation: string, errorKind: string) => void
}

/** Errors of the last 24 hours by operation and class, most first. */
export function ErrorGroups({ scope, onChoose }: ErrorGroupsProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow()
  const groups = useContractQuery('requests.errors', { scope, minutes: 1440 }).data
  if (groups === undefined) return <div className="err-groups" />
  if (groups.length === 0) return <p className="err-groups dim">{t('requests.noErrors')}</p>
  return (
    <ul className="err-groups">
      {groups.map(({ operation, errorKind, count, lastAt }) => {
        const wording = errorKindText(errorKind)
        return (
          <li key={`${operation} ${errorKind}`}>
            <button type="button" onClick={() => onChoose(operation, errorKind)}>
              <span className="mono">{operation}</span>
              <span>{wording === null ? errorKind : t(wording)}</span>
              <b className="num">{numbers.count(count)}</b>
              <small>{times.ago(lastAt, now)}</small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
