import type { ProgramRow } from '../../../../contract/programs.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import type { TableColumn } from '../../../ui/tables/virtual-table.tsx'
import type { ProgramLimits, ShownState } from '../program-facts.ts'
import type { ProgramSort } from '../shown-programs.ts'
import { isNearRetention, purposeIcons, shownState, stateTones, isTeamWebhook } from '../program-facts.ts'
import { protocolText } from '../scope-text.ts'
import { troubleDetail, troubleText } from '../trouble-text.ts'
import { useIsTeamOff } from '../use-program-list.ts'
import { useDeliverers } from '../use-deliverers.ts'

/** The small line below a state: since when, which desk delivers, or whether the program is connected; '' for none. */
function useStateDetail(now: number): (row: ProgramRow, state: ShownState) => string {
  const t = useTranslations()
  const times = useTimes()
  const deliverersOf = useDeliverers()
  const delivererText = (row: ProgramRow): string => {
    const [first, ...others] = deliverersOf(row)
    if (first === undefined) return ''
    if (others.length > 0) return t('programs.deliveredByDesks', { count: others.length + 1 })
    if (first.name === null) return t('programs.deliveredByNobody')
    return first.isThis ? t('programs.deliveredHere') : t('programs.deliveredBy', { name: first.name })
  }
  return (row, state) => {
    switch (state) {
      case 'active':
        return isTeamWebhook(row) ? delivererText(row) : row.connected ? t('programs.connectedNow') : ''
      case 'keyExpired':
        return row.keyExpiresAt === null ? '' : times.list(row.keyExpiresAt, now)
      case 'teamOff':
        return row.backlog.events > 0 ? t('programs.eventsWait') : ''
      case 'notReading':
        return t('inspector.since', { time: times.sentence(row.backlog.oldestAt ?? now, now) })
      case 'paused':
      case 'stopped':
      case 'failing':
        return t('inspector.since', { time: times.sentence(row.stateSince, now) })
    }
  }
}

export interface ProgramColumnsOptions {
  readonly medium: boolean
  readonly narrow: boolean
  readonly slim: boolean
  /** A program is open beside the table, which is narrower then. */
  readonly inspected: boolean
  readonly limits: ProgramLimits
  /** Epoch ms. */
  readonly now: number
}

/** The columns of the table of programs. */
export function useProgramColumns(options: ProgramColumnsOptions): readonly TableColumn<ProgramRow, ProgramSort>[] {
  const { medium, narrow, slim, inspected, limits, now } = options
  const t = useTranslations()
  const numbers = useNumbers()
  const stateDetail = useStateDetail(now)
  const isTeamOff = useIsTeamOff()
  const isTight = medium || inspected
  return [
    {
      id: 'name',
      head: t('ui.name'),
      width: slim ? 'minmax(0, 1.2fr)' : 'minmax(150px, 1.1fr)',
      sort: 'name',
      cell: ({ purpose, name, protocol, team }) => (
        <span className="nm">
          <ProgramTile icon={purposeIcons[purpose]} size={28} />
          <span className="two">
            <span className="ell">{name}</span>
            {isTight && <small className="ell">{protocolText(t, { protocol, team })}</small>}
          </span>
        </span>
      ),
    },
    {
      id: 'protocol',
      head: t('programs.protocol'),
      width: '132px',
      shown: !isTight,
      cell: (row) => <span className="ell">{protocolText(t, row)}</span>,
    },
    {
      id: 'state',
      head: t('ui.state'),
      width: slim ? 'minmax(0, 1fr)' : 'minmax(140px, 1fr)',
      sort: 'state',
      cell: (row) => {
        const state = shownState(row, { limits, now, isTeamOff })
        const detail = stateDetail(row, state)
        return (
          <>
            <StateDot tone={stateTones[state]} />
            <span className="two">
              <span className="ell">{t(`programs.state.${state}`)}</span>
              {detail !== '' && <small className="ell">{detail}</small>}
            </span>
          </>
        )
      },
    },
    {
      id: 'backlog',
      head: t('programs.lag'),
      width: slim ? '92px' : '112px',
      sort: 'backlog',
      cell: (row) => <BacklogCell row={row} {...options} />,
    },
    {
      id: 'lastHour',
      head: <span title={t('programs.lastHourText')}>{t('programs.lastHour')}</span>,
      width: '96px',
      align: 'end',
      shown: !narrow && !(inspected && medium),
      cell: ({ deliveredLastHour }) => (
        <span className={deliveredLastHour === 0 ? 'num dim' : 'num'}>{numbers.count(deliveredLastHour)}</span>
      ),
    },
    {
      id: 'error',
      head: t('programs.lastError'),
      width: 'minmax(0, 1.4fr)',
      shown: !slim,
      cell: (row) => <ErrorCell row={row} />,
    },
    {
      id: 'contact',
      head: t('programs.lastContact'),
      width: '112px',
      shown: !narrow && !isTight,
      cell: (row) => <ContactCell row={row} now={now} />,
    },
  ]
}

interface BacklogCellProps extends Pick<ProgramColumnsOptions, 'limits' | 'now'> {
  readonly row: ProgramRow
}

function BacklogCell({ row, limits, now }: BacklogCellProps) {
  const t = useTranslations()
  const times = useTimes()
  const { events, more, oldestAt } = row.backlog
  if (events === 0) return <span className="two is-dim">{t('programs.upToDate')}</span>
  const isBad = row.state === 'failing' || row.state === 'stopped' || isNearRetention(row, limits.keepUnreadDays, now)
  return (
    <span className={cx('two', isBad ? 'is-bad' : row.state === 'paused' && 'is-warn')}>
      <span className="ell num">{t('programs.events', { count: events, more: more ? 'yes' : 'no' })}</span>
      {oldestAt !== null && <small className="ell num">{times.span(oldestAt, now)}</small>}
    </span>
  )
}

function ErrorCell({ row }: { readonly row: ProgramRow }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { trouble, deadLetters, state, webhook } = row
  if (trouble === null && deadLetters === 0) return <span className="two is-dim">{t('programs.noError')}</span>
  const isNow = state === 'failing' || state === 'stopped' || trouble?.kind === 'secretMissing'
  const isOfLetters = deadLetters > 0 && !isNow
  const detail =
    trouble === null ? '' : [isOfLetters ? trouble.status : null, troubleDetail(trouble)].filter(Boolean).join(' ')
  return (
    <span className={cx('two', isNow ? 'is-bad' : deadLetters > 0 && 'is-warn')}>
      <span className="ell">
        {isOfLetters
          ? t('programs.deadLetterCount', { count: deadLetters })
          : trouble && troubleText(t, numbers, trouble, webhook?.timeoutMs ?? 0)}
      </span>
      {detail !== '' && (
        <small className="ell" title={detail}>
          <code>{detail}</code>
        </small>
      )}
    </span>
  )
}

function ContactCell({ row, now }: { readonly row: ProgramRow; readonly now: number }) {
  const t = useTranslations()
  const times = useTimes()
  if (row.lastContactAt === null) return <span className="two is-dim">{t('programs.never')}</span>
  return (
    <span className="two">
      <span className="ell first-up num">{times.ago(row.lastContactAt, now)}</span>
    </span>
  )
}
