import type { LimiterLevel, Scope } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useLiveQuery } from '../../client/use-live-query.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'

/** The rate of each operation now, its waiting calls, and backoffs. The limits can be edited. */
export function LimiterLevels({ scope }: { readonly scope: Scope }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const instances = useInstances()
  const levels = useLiveQuery('requests.limits', { scope }, 1000) ?? []
  return (
    <div className="limits">
      <p className="dim">{t('requests.limitsText')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('requests.operation')}</th>
            <th scope="col">{t('requests.perSecond')}</th>
            <th scope="col">{t('requests.available')}</th>
            <th scope="col">{t('requests.waiting')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => {
            const instance = instances.find(({ key }) => key === level.instance)
            return (
              <tr key={`${level.instance} ${level.operation}`}>
                <th scope="row">
                  <span className="cellrow">
                    {scope === null && instance && (
                      <span title={instance.name}>
                        <InstanceMark colour={instance.colour} />
                      </span>
                    )}
                    <span className="mono">{level.operation}</span>
                  </span>
                </th>
                <td>
                  <Limit level={level} />
                </td>
                <td className="num">{numbers.count(Math.floor(level.tokens))}</td>
                <td>
                  <Waiting level={level} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Limit({ level }: { readonly level: LimiterLevel }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const [setLimit] = useContractCommand('requests.setLimit')
  const { instance, operation, limitPerSecond, defaultPerSecond } = level
  return (
    <>
      <input
        className="input"
        key={limitPerSecond}
        type="number"
        min={0.01}
        max={1000}
        step="any"
        defaultValue={Number(limitPerSecond.toFixed(2))}
        aria-label={t('requests.limitOf', { operation })}
        onBlur={({ target }) => {
          const value = Number(target.value)
          if (value === Number(limitPerSecond.toFixed(2))) return
          if (value >= 0.01 && value <= 1000) void setLimit({ instance, operation, perSecond: value })
          else target.value = String(limitPerSecond)
        }}
      />
      {limitPerSecond !== defaultPerSecond && (
        <Button kind="text" onClick={() => void setLimit({ instance, operation, perSecond: null })}>
          {t('requests.limitReset', { limit: numbers.count(defaultPerSecond) })}
        </Button>
      )}
    </>
  )
}

function Waiting({ level: { waiting, backOffUntil } }: { readonly level: LimiterLevel }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  return (
    <>
      <span className={waiting > 0 ? 'num age-warn' : 'num dim'}>{numbers.count(waiting)}</span>
      {backOffUntil !== null && (
        <small className="age-warn"> {t('ui.until', { time: times.seconds(backOffUntil) })}</small>
      )}
    </>
  )
}
