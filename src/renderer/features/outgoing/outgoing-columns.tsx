import { useQuery } from '@tanstack/react-query'
import type { MessageStatus, OutgoingRow, OutgoingSort, Output, SteadyInstance } from '../../../contract/index.ts'
import { useTeam } from '../../client/use-team.ts'
import { typeOf, typeText } from '../../lib/message-types.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useIsSlim } from '../../lib/use-media.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { previewText } from '../../ui/text/content-preview.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { MarkedCell } from '../../ui/inspector/marked-cell.tsx'
import { StatusMark, sourceText } from '../../ui/marks/status-mark.tsx'
import type { TableColumn } from '../../ui/tables/virtual-table.tsx'
import { useClient } from '../../client/client-context.tsx'
import { contractQuery } from '../../client/use-contract-query.ts'
import { typeIcon } from './outgoing-filters.tsx'
import { PersonMark, ProgramMark, authorName } from './sender-marks.tsx'

const hasRows = ({ rows }: Output<'programs.list'>): boolean => rows.length > 0

/** Whether there are programs. The list itself changes with each event that a program reads. */
function useHasPrograms(): boolean {
  const client = useClient()
  const { data = false } = useQuery({
    ...contractQuery(client, 'programs.list', {}),
    select: hasRows,
  })
  return data
}

/** Statuses that no longer change by themselves, or that are good news: their age is nobody's worry. */
const finalStatuses = new Set(['delivered', 'read', 'failed', 'expired'])
/** Milliseconds after which a status without progress is worth a look. */
const worthALook = 5 * 60_000

export interface OutgoingColumnsOptions {
  readonly now: number
  readonly medium: boolean
  readonly narrow: boolean
  /** A row is open beside the table, which is narrower then. */
  readonly inspected: boolean
  /** Some of the rows say why they stand where they stand, which takes room beside their status. */
  readonly hasReasons: boolean
  /** All instances when rows of several are mixed, else none. */
  readonly instances: readonly SteadyInstance[]
}

export function useOutgoingColumns({
  now,
  medium,
  narrow,
  inspected,
  hasReasons,
  instances,
}: OutgoingColumnsOptions): readonly TableColumn<OutgoingRow, OutgoingSort['by']>[] {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const isTeams = useTeam() !== null
  const hasPrograms = useHasPrograms()
  /** In a team, and where programs send, a column says who sent a message. */
  const hasSenders = (isTeams || hasPrograms) && !narrow
  const slim = useIsSlim()
  const withSize = (name: string, bytes: number | null): string =>
    bytes === null ? name : t('outgoing.fileSize', { name, size: numbers.bytes(bytes) })
  return [
    {
      id: 'status',
      head: t('ui.status'),
      width: narrow ? '152px' : hasReasons ? '232px' : '136px',
      sort: 'status',
      cell: ({ status }) => <StatusCell status={status} now={now} />,
    },
    {
      id: 'time',
      head: t('ui.time'),
      width: `${(narrow ? 76 : 124) + (times.hasDayPeriods ? 22 : 0)}px`,
      sort: 'time',
      cell: ({ at }) => (
        <span className="time" title={times.dateTime(at)}>
          {now - at < 86_400_000 || narrow ? times.seconds(at) : times.row(at, now)}
        </span>
      ),
    },
    {
      id: 'action',
      head: t('outgoing.lastAction'),
      width: times.hasDayPeriods ? '146px' : '124px',
      sort: 'action',
      shown: !medium && !inspected,
      cell: ({ lastActionAt }) => (
        <span className="time" title={times.dateTime(lastActionAt)}>
          {now - lastActionAt < 86_400_000 ? times.seconds(lastActionAt) : times.row(lastActionAt, now)}
        </span>
      ),
    },
    {
      id: 'chat',
      head: t('inspector.chat'),
      width: slim ? 'minmax(0, 1fr)' : 'minmax(110px, 0.6fr)',
      sort: 'chat',
      cell: (row) => {
        const instance = instances.find(({ key }) => key === row.instance)
        return (
          <MarkedCell instance={instance}>
            <bdi className="ell" title={row.chatTitle}>
              {row.chatTitle}
            </bdi>
            {slim && <ProgramIcon program={row.program} />}
          </MarkedCell>
        )
      },
    },
    {
      id: 'kind',
      head: t('outgoing.type'),
      width: '116px',
      sort: 'kind',
      shown: !narrow,
      cell: ({ kind, typeMessage }) => {
        const type = typeOf(kind, typeMessage)
        return (
          <span className="cellrow" title={typeMessage}>
            <Icon name={typeIcon(type)} />
            <span className="ell">{t(typeText(type))}</span>
          </span>
        )
      },
    },
    {
      id: 'text',
      head: t('ui.text'),
      width: 'minmax(0, 1fr)',
      shown: !slim,
      cell: ({ text, kind, fileBytes, program }) => (
        <span className="cellrow">
          {text === '' ? (
            <span className="dim ell">{withSize(previewText(t, { kind, text }), fileBytes)}</span>
          ) : (
            <bdi className="ell" title={text}>
              {text}
            </bdi>
          )}
          {text !== '' && fileBytes !== null && <span className="dim size">{numbers.bytes(fileBytes)}</span>}
          {!hasSenders && <ProgramIcon isNamed={!narrow} program={program} />}
        </span>
      ),
    },
    {
      id: 'author',
      head: t('outgoing.author'),
      width: '168px',
      shown: hasSenders,
      cell: (row) => <Sender row={row} />,
    },
    {
      id: 'age',
      head: t('outgoing.age'),
      width: '92px',
      shown: !slim,
      align: 'end',
      sort: 'age',
      cell: ({ status, progressAt }) => <Age isFinal={finalStatuses.has(status.kind)} at={progressAt} />,
    },
    {
      id: 'source',
      head: t('outgoing.source'),
      width: '176px',
      shown: !medium && !inspected && !hasSenders,
      cell: ({ source }) => <span className="src ell">{t(sourceText(source))}</span>,
    },
  ]
}

/** The sender of a message; empty if it was sent past Switchboard. */
function Sender({ row: { program, author, isFromHere, sentByApi } }: { readonly row: OutgoingRow }) {
  const t = useTranslations()
  if (program?.how === 'sent') {
    return (
      <span className="by-program" title={t('outgoing.sentByProgram', { name: program.name })}>
        <ProgramMark name={program.name} />
      </span>
    )
  }
  if (author !== null || isFromHere) {
    const name = authorName(t, author)
    const title = program === null ? name : t('outgoing.proposedByProgram', { name, program: program.name })
    return (
      <span title={title}>
        <PersonMark author={author}>{program === null ? name : t('outgoing.proposed', { name })}</PersonMark>
      </span>
    )
  }
  return sentByApi === false ? (
    <span className="cellrow">
      <Icon name="phone" />
      <span className="ell">{t('outgoing.via.phone')}</span>
    </span>
  ) : null
}

/** In rows without a column for who sent them: that a program did; nothing for a person's. */
function ProgramIcon({
  program,
  isNamed = false,
}: {
  readonly program: OutgoingRow['program']
  readonly isNamed?: boolean
}) {
  const t = useTranslations()
  if (program?.how !== 'sent') return null
  const label = t('outgoing.sentByProgram', { name: program.name })
  return (
    <span className="cellrow by-program" title={label}>
      {isNamed ? <Icon name="plug" /> : <Icon name="plug" label={label} />}
      {isNamed && <bdi className="ell">{program.name}</bdi>}
    </span>
  )
}

/**
 * The status in words, with why it failed or when its time comes; else with the service's own word, where that says
 * something else.
 */
function StatusCell({ status, now }: { readonly status: MessageStatus; readonly now: number }) {
  const t = useTranslations()
  const times = useTimes()
  const { raw } = status
  const due = dueAt(status)
  const why = due === null ? failureText(t, status) : times.due(due, now)
  return (
    <span className="status" title={statusTitle(t, status)}>
      <StatusMark variant="words" status={status} />
      {why !== '' ? (
        <span className="why ell">{why}</span>
      ) : (
        raw !== undefined && <span className="tag mono">{raw === '' ? '""' : raw}</span>
      )}
    </span>
  )
}

/** Epoch ms at which a scheduled message goes, or should have gone; null for others. */
function dueAt({ kind, waitReason }: MessageStatus): number | null {
  if (waitReason?.kind === 'pastDue') return waitReason.at
  return kind === 'scheduled' && waitReason?.kind === 'scheduled' ? waitReason.at : null
}

/** Why a message failed, as short as a row allows: the service's own words where ours only say that it refused. */
function failureText(t: Translate, { kind, reason, text = '' }: MessageStatus): string {
  if (kind !== 'failed' || reason === undefined) return ''
  return (reason === 'refused' || reason === 'failed') && text !== '' ? text : t(`status.reason.${reason}`)
}

/** The reason behind a status: why a message failed, and the service's own words. Undefined where there is none. */
function statusTitle(t: Translate, { reason, text, raw }: MessageStatus): string | undefined {
  const parts = [
    reason !== undefined && t(`status.reason.${reason}`),
    text,
    raw !== undefined && t('outgoing.rawStatus', { word: raw === '' ? '""' : raw }),
  ].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** How long ago something was, by the second while it is young. `at` in epoch ms. */
function Age({ isFinal: isSettled, at }: { readonly isFinal: boolean; readonly at: number }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const minute = useNow()
  const now = useNow(minute - at < 2 * 60_000 ? 1000 : undefined)
  const age = Math.max(0, now - at)
  return (
    <span className={!isSettled && age > worthALook ? 'num age-warn' : 'num'} title={t('outgoing.ageText')}>
      {numbers.duration(age < 60_000 ? Math.max(1, Math.floor(age / 1000)) * 1000 : Math.floor(age / 60_000) * 60_000)}
    </span>
  )
}
