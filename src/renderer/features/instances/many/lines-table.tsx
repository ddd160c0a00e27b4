import { useState } from 'react'
import { useNumbers } from '../../../lib/numbers.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { VirtualTable } from '../../../ui/tables/virtual-table.tsx'
import type { ManyLine, Verdict } from './judge-lines.ts'
import { groupOf, lineState } from './line-state.ts'
import { StateCell } from './state-cell.tsx'
import type { LineOutcome } from './use-add-lines.ts'

/** A line with its verdict and outcome. */
export interface JudgedLine {
  readonly line: ManyLine
  readonly verdict: Verdict
  readonly outcome: LineOutcome | undefined
}

export interface LinesTableProps {
  readonly rows: readonly JudgedLine[]
  /** The shown group, and the lines that the last run left for a person: a change scrolls to the top. */
  readonly resetKey: string
  readonly running: boolean
  readonly onEdit: (line: ManyLine) => void
  /** Checks the token of a line whose instance is here, and uses it. */
  readonly onTakeToken: (line: ManyLine) => void
}

/** The pasted instances, each with its verdict and later with its fate. */
export function LinesTable({ rows, resetKey, running, onEdit, onTakeToken }: LinesTableProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const narrow = useIsNarrow()
  const [focused, setFocused] = useState<ManyLine['key'] | null>(null)
  const index = rows.findIndex(({ line }) => line.key === focused)
  const mayEdit = ({ outcome }: JudgedLine): boolean =>
    !running && outcome?.kind !== 'added' && outcome?.kind !== 'taken'
  const cut = (text: string): string => text.slice(0, 200)
  return (
    <div className="many-table">
      <VirtualTable<JudgedLine>
        label={t('instances.many.table')}
        resetKey={resetKey}
        rows={rows}
        keyOf={({ line }) => line.key}
        selectedIndex={index < 0 ? null : index}
        onSelect={({ line }) => setFocused(line.key)}
        onOpen={(row) => mayEdit(row) && onEdit(row.line)}
        rowHeight={44}
        columns={[
          {
            id: 'line',
            head: '#',
            width: '52px',
            align: 'end',
            cell: ({ line }) => <span className="num">{line.line}</span>,
          },
          {
            id: 'name',
            head: t('ui.name'),
            width: 'minmax(90px, 1fr)',
            cell: ({ line }) => (
              <bdi className="ell" title={cut(line.name)}>
                {cut(line.name)}
              </bdi>
            ),
          },
          {
            id: 'url',
            head: t('instances.apiUrl'),
            width: 'minmax(90px, 1fr)',
            shown: !narrow,
            cell: ({ line }) => (
              <span className="ell mono" title={cut(line.apiUrl)}>
                {cut(line.apiUrl)}
              </span>
            ),
          },
          {
            id: 'id',
            head: t('instances.idInstance'),
            width: '116px',
            shown: !narrow,
            cell: ({ line }) => <span className="ell mono">{cut(line.idInstance)}</span>,
          },
          {
            id: 'state',
            head: t('ui.state'),
            width: 'minmax(150px, 1.4fr)',
            cell: ({ verdict, outcome }) => <StateCell state={lineState(t, numbers, verdict, outcome)} />,
          },
          {
            id: 'edit',
            head: <span className="vh">{t('ui.edit')}</span>,
            width: '132px',
            align: 'end',
            cell: (row) =>
              groupOf(row.verdict, row.outcome) === 'attention' &&
              mayEdit(row) &&
              (row.verdict.kind === 'here' && row.outcome === undefined ? (
                <Button
                  key="take"
                  size="compact"
                  aria-label={t('instances.many.takeTokenOf', { line: row.line.line })}
                  onClick={() => onTakeToken(row.line)}
                >
                  {t('instances.many.takeToken')}
                </Button>
              ) : (
                <Button
                  key="edit"
                  size="compact"
                  aria-label={t('instances.many.editLine', { line: row.line.line })}
                  onClick={() => onEdit(row.line)}
                >
                  {t('ui.edit')}
                </Button>
              )),
          },
        ]}
        empty={<p className="muted many-none">{t('instances.many.noneHere')}</p>}
      />
    </div>
  )
}
