import './to-approve.css'
import type { ProposalOrder, ProposalPage } from '../../../contract/proposals.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

export interface ApprovalBarProps {
  readonly order: ProposalOrder
  readonly onOrder: (order: ProposalOrder) => void
  /** Null: not read yet. */
  readonly sum: Pick<ProposalPage, 'total' | 'chats'> | null
}

const orders = { expiresFirst: 'chats.expiresFirst', newestFirst: 'chats.newestFirst' } as const

/** Above the list To approve: its order, and how much is in it. */
export function ApprovalBar({ order, onOrder, sum }: ApprovalBarProps) {
  const t = useTranslations()
  return (
    <>
      <MenuButton
        label={t('chats.order')}
        entries={() =>
          (['expiresFirst', 'newestFirst'] as const).map((value) => ({
            kind: 'check',
            label: t(orders[value]),
            checked: value === order,
            run: () => onOrder(value),
          }))
        }
      >
        <button type="button" className="chats-order">
          <Icon name="sort" size={14} />
          <span className="ell">{t(orders[order])}</span>
        </button>
      </MenuButton>
      {sum !== null && sum.total > 0 && (
        <span className="num" role="status">
          {t('chats.proposalsSum', sum)}
        </span>
      )}
    </>
  )
}
