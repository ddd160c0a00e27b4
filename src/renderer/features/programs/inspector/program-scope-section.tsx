import type { InstanceKey, ProgramRow } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useLabels } from '../../../client/use-labels.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { eventsText, instancesText, labelNames } from '../scope-text.ts'
import { useDeliverers } from '../use-deliverers.ts'
import { isTeamWebhook } from '../program-facts.ts'

export interface ProgramScopeSectionProps {
  readonly program: ProgramRow
  /** Epoch ms. */
  readonly now: number
}

/** The scope of a program, and how it is reached or known. */
export function ProgramScopeSection({ program, now }: ProgramScopeSectionProps) {
  const t = useTranslations()
  const times = useTimes()
  const instances = useInstances()
  const labels = useLabels()
  const renew = () => requestDialog({ kind: 'newSecret', program })
  const { scope, webhook, id, keyExpiresAt, lastContactAt, readWhenWritten, protocol } = program
  return (
    <section className="sect" aria-label={t('programs.scope')}>
      <h3>
        {t('programs.scope')}
        <Button kind="text" onClick={() => requestDialog({ kind: 'changeProgram', program })}>
          {t('ui.change')}
        </Button>
      </h3>
      <dl className="kv">
        {program.team !== null && <OwnerRows program={program} />}
        <dt>{t('instances.title')}</dt>
        <dd>{instancesText(t, scope, instances)}</dd>
        <dt>{t('programs.eventsTitle')}</dt>
        <dd>{eventsText(t, scope)}</dd>
        {scope.labels !== null && (
          <>
            <dt>{t('ui.labels')}</dt>
            <dd>{labelNames(scope.labels, labels)}</dd>
          </>
        )}
        <dt>{t('programs.may')}</dt>
        <dd>{program.rights.map((right) => t(`programs.mayDo.${right}`)).join(', ')}</dd>
        {webhook === null ? (
          <>
            <dt>{t('programs.key')}</dt>
            <dd>
              <code>sbk_{id}…</code>{' '}
              <span className="muted">
                {lastContactAt === null
                  ? t('programs.keyUnused')
                  : t('programs.keyUsed', { time: times.sentence(lastContactAt, now) })}
              </span>{' '}
              <Button kind="text" onClick={renew}>
                {t('programs.newKey')}
              </Button>
            </dd>
            {keyExpiresAt !== null && (
              <>
                <dt>{t('programs.keyEnds')}</dt>
                <dd className="num">{times.dateTime(keyExpiresAt)}</dd>
              </>
            )}
          </>
        ) : (
          <>
            <dt>{t('programs.address')}</dt>
            <dd className="mono">{webhook.url}</dd>
            <dt>{t('programs.secret')}</dt>
            <dd>
              <code>whsec_…</code>{' '}
              <Button kind="text" onClick={renew}>
                {t('programs.newSecret')}
              </Button>
            </dd>
          </>
        )}
        {protocol === 'stream' && (
          <>
            <dt>{t('ui.reading')}</dt>
            <dd>{t(readWhenWritten ? 'programs.readWhenWritten' : 'programs.readWhenAcknowledged')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** Whose a program of the team is, and which desks deliver a webhook now. */
function OwnerRows({ program }: { readonly program: ProgramRow }) {
  const t = useTranslations()
  const instances = useInstances()
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  const [switchTeam, switching] = useContractCommand('programs.switchTeam')
  const deliverers = useDeliverers()(program)
  const team = data?.team ?? null
  const isDelivered = isTeamWebhook(program)
  const namesOf = (keys: readonly InstanceKey[]): string =>
    keys
      .map((key) => instances.find((instance) => instance.key === key)?.name ?? t('programs.removedInstance'))
      .join(', ')
  return (
    <>
      <dt>{t('programs.owner')}</dt>
      <dd>
        {t('programs.owner.team')}{' '}
        {isDelivered && team?.isOn === true && team.mayChange && (
          <Button kind="text" busy={switching.pending} onClick={() => void switchTeam({ on: false })}>
            {t('programs.teamSwitchOff')}
          </Button>
        )}
      </dd>
      {isDelivered && <dt>{t('programs.deliverer')}</dt>}
      {isDelivered && (
        <dd>
          {team?.isOn === false && t('programs.deliverer.off')}
          {team?.isOn !== false &&
            deliverers.map(({ name, isThis, instances: keys }) => (
              <div key={name ?? ''}>
                {name === null ? t('programs.deliveredByNobody') : isThis ? t('team.thisDeskShort') : name}
                {deliverers.length > 1 && <span className="muted"> ({namesOf(keys)})</span>}
              </div>
            ))}
        </dd>
      )}
    </>
  )
}
