import { useState } from 'react'
import type { InstanceKey, SteadyInstance } from '../../../../contract/index.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useIsNarrow, useIsSlim } from '../../../lib/use-media.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { InstanceTile } from '../../../ui/marks/instance-tile.tsx'
import { VirtualTable } from '../../../ui/tables/virtual-table.tsx'
import type { TokenGiven } from '../many/judge-lines.ts'
import { StateCell } from '../many/state-cell.tsx'
import { tokenGroupOf, tokenRowState } from './token-row-state.ts'
import type { LineOutcome } from '../many/use-add-lines.ts'

/** An instance that needs a token, what was entered for it and what became of that. */
export interface TokenRow {
  readonly instance: SteadyInstance
  readonly given: TokenGiven
  readonly outcome: LineOutcome | undefined
}

export interface TokensTableProps {
  readonly rows: readonly TokenRow[]
  /** The shown group: a change scrolls to the top. */
  readonly resetKey: string
  readonly running: boolean
  readonly onEnter: (key: InstanceKey) => void
}

/** The instances that need a token, and how far each is. */
export function TokensTable({ rows, resetKey, running, onEnter }: TokensTableProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const narrow = useIsNarrow()
  const slim = useIsSlim()
  const [focused, setFocused] = useState<InstanceKey | null>(null)
  const index = rows.findIndex(({ instance }) => instance.key === focused)
  const mayEnter = ({ outcome }: TokenRow): boolean => !running && outcome?.kind !== 'taken'
  return (
    <div className="many-table">
      <VirtualTable<TokenRow>
        label={t('instances.tokens.table')}
        resetKey={resetKey}
        rows={rows}
        keyOf={({ instance }) => instance.key}
        selectedIndex={index < 0 ? null : index}
        onSelect={({ instance }) => setFocused(instance.key)}
        onOpen={(row) => mayEnter(row) && onEnter(row.instance.key)}
        rowHeight={44}
        columns={[
          {
            id: 'name',
            head: t('ui.name'),
            width: slim ? 'minmax(0, 1fr)' : 'minmax(120px, 1fr)',
            cell: ({ instance: { name, initials, colour } }) => (
              <span className="token-name">
                {!slim && <InstanceTile name={name} initials={initials} colour={colour} size={28} />}
                <bdi className="ell" title={name}>
                  {name}
                </bdi>
              </span>
            ),
          },
          {
            id: 'id',
            head: t('instances.idInstance'),
            width: '116px',
            shown: !narrow,
            cell: ({ instance }) => <span className="ell mono">{instance.idInstance}</span>,
          },
          {
            id: 'state',
            head: t('ui.state'),
            width: slim ? 'minmax(0, 1.1fr)' : 'minmax(130px, 1.3fr)',
            cell: ({ given, outcome }) => <StateCell state={tokenRowState(t, numbers, given, outcome)} />,
          },
          {
            id: 'enter',
            head: <span className="vh">{t('instances.tokens.enter')}</span>,
            width: slim ? '108px' : '128px',
            align: 'end',
            cell: (row) => {
              const { key, name } = row.instance
              const act = tokenGroupOf(row.given, row.outcome) === 'missing' ? 'enter' : 'replace'
              return (
                mayEnter(row) && (
                  <Button
                    size="compact"
                    aria-label={t(`instances.tokens.${act}For`, { name })}
                    onClick={() => onEnter(key)}
                  >
                    {t(`instances.tokens.${act}`)}
                  </Button>
                )
              )
            },
          },
        ]}
        empty={<p className="muted many-none">{t('instances.many.noneHere')}</p>}
      />
    </div>
  )
}
