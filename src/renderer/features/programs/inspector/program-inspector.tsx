import './deliveries.css'
import type { ProgramDetails, ProgramRow } from '../../../../contract/programs.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Inspector } from '../../../ui/inspector/inspector-view.tsx'
import type { RowSteps } from '../../../ui/inspector/row-steps.ts'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { purposeIcons, shownState, stateTones, usualLimits } from '../program-facts.ts'
import { protocolText } from '../scope-text.ts'
import { useIsTeamOff } from '../use-program-list.ts'
import { Backlog } from './backlog.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Gaps, NotServed } from './gaps.tsx'
import { LastCalls } from './last-calls.tsx'
import { ProgramActions } from './program-actions.tsx'
import { ProgramScopeSection } from './program-scope-section.tsx'
import { ProgramWhy } from './program-why.tsx'

export interface ProgramInspectorProps extends RowSteps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** One program: what is wrong, what it may see, how far it has read, and what failed. */
export function ProgramInspector({ program, ...steps }: ProgramInspectorProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow(1000)
  const { data, error } = useContractQuery('programs.details', { program: program.key }, { keepPrevious: true })
  const row = data ?? program
  const isTeamOff = useIsTeamOff()
  const limits = useSettings() ?? usualLimits
  const state = shownState(row, { limits, now, isTeamOff })
  return (
    <Inspector
      {...steps}
      title={
        <>
          <StateDot tone={stateTones[state]} />
          <span>{t(`programs.state.${state}`)}</span>
        </>
      }
    >
      <div className="p-intro">
        <div className="p-top">
          <ProgramTile icon={purposeIcons[row.purpose]} size={36} />
          <div className="grow">
            <h3 className="ell">{row.name}</h3>
            <p className="ell">
              {t('programs.addedOn', {
                protocol: protocolText(t, row),
                date: times.date(row.createdAt),
              })}
            </p>
          </div>
        </div>
        <ProgramWhy program={row} retainedUntil={data?.retainedUntil ?? null} now={now} />
        <ProgramActions program={row} />
      </div>
      {data === undefined ? (
        error && <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />
      ) : (
        <Sections details={data} now={now} />
      )}
    </Inspector>
  )
}

const Sections = ({ details, now }: { readonly details: ProgramDetails; readonly now: number }) => (
  <>
    <ProgramScopeSection program={details} now={now} />
    <Backlog program={details} now={now} />
    <LastCalls program={details} now={now} />
    <DeadLetters program={details} now={now} />
    <Gaps gaps={details.gaps} now={now} />
    <NotServed count={details.notServed} />
  </>
)
