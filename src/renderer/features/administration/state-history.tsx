import { useState } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import type { StateChange } from '../../../contract/service-chat.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { accountStateText } from './state-text.ts'

/** The latest changes of the account's state, as the service recorded them. Read when the person asks. */
export function StateHistory({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const [read, { pending }] = useContractCommand('account.readStates')
  const [states, setStates] = useState<readonly StateChange[] | null>(null)
  if (instance.absentOperations.includes('getStateInstanceHistory')) return null
  const show = async () => {
    const result = await read({ instance: instance.key })
    if (result.ok) setStates(result.value)
  }
  return (
    <section className="sect" aria-label={t('administration.states')}>
      <h3>{t('administration.states')}</h3>
      {states !== null && states.length === 0 && <p className="side-foot">{t('administration.states.none')}</p>}
      {states !== null && states.length > 0 && (
        <table className="states" aria-label={t('administration.states')}>
          <thead>
            <tr>
              <th scope="col">{t('administration.states.at')}</th>
              <th scope="col">{t('administration.fact.state')}</th>
              <th scope="col">{t('administration.account.phone')}</th>
            </tr>
          </thead>
          <tbody>
            {states.map(({ state, at, phone }, index) => (
              <tr key={index}>
                <td className="num">{at === null ? t('administration.unknown') : times.dateTime(at)}</td>
                <td>
                  <bdi>{accountStateText(t, state.slice(0, 100))}</bdi>
                </td>
                <td className="num">
                  <bdi>{phone.slice(0, 40)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button size="compact" busy={pending} onClick={() => void show()}>
        {t(states === null ? 'administration.states.read' : 'administration.states.readAgain')}
      </Button>
    </section>
  )
}
