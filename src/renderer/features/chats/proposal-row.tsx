import { memo } from 'react'
import type { SteadyInstance } from '../../../contract/index.ts'
import type { ListedProposal, ProposalOrder } from '../../../contract/proposals.ts'
import { capital } from '../../lib/text/capital.ts'
import { cx } from '../../lib/text/class-names.ts'
import { revealDirection } from '../../lib/text/reveal-direction.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { ProgramTile } from '../../ui/marks/program-tile.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'

export interface ProposalRowProps {
  readonly row: ListedProposal
  /** Given where rows of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly order: ProposalOrder
  /** It is the one above the composer. */
  readonly current: boolean
  /** It is the tab stop of the list. */
  readonly active: boolean
  readonly onOpen: (row: ListedProposal) => void
}

/** One proposal of the list To approve: its chat, its text, and the program. */
export const ProposalRow = memo(function ProposalRow({
  row,
  instance,
  order,
  current,
  active,
  onOpen,
}: ProposalRowProps) {
  const t = useTranslations()
  const { chat, programName, place } = row
  const title = chat.title.slice(0, 300)
  return (
    <button
      type="button"
      className="chat has-third to-approve"
      aria-current={current || undefined}
      data-chat={chat.key}
      data-proposal={row.key}
      tabIndex={active ? 0 : -1}
      title={`${title}\n${chat.chatId}`.slice(0, 400)}
      onClick={() => onOpen(row)}
    >
      <Avatar initials={chat.initials} hue={chat.hue} avatar={chat.avatar} corner={instance?.colour} />
      <div className="tx">
        <div className="l1">
          {chat.kind === 'group' && <Icon name="group" label={t('chats.group')} />}
          <span className="name ell">
            <bdi>{title}</bdi>
          </span>
          <RowTime row={row} order={order} />
        </div>
        <div className="l2">
          <span className="prev">
            <bdi>{revealDirection(row.text)}</bdi>
          </span>
        </div>
        <div className="l3">
          <VisuallyHidden>{t('chats.proposedBy', { name: programName })}</VisuallyHidden>
          <span className="program" aria-hidden="true">
            <ProgramTile size={16} />
            <bdi className="ell">{programName}</bdi>
          </span>
          {instance && (
            <>
              <VisuallyHidden>{t('chats.onInstance', { name: instance.name })}</VisuallyHidden>
              <span className="ell" aria-hidden="true">
                {instance.name}
              </span>
            </>
          )}
          <span className="end">
            {row.hasNewer && <span className="newer">{t('chats.wroteSince')}</span>}
            {place.of > 1 && <span>{t('chats.proposalPlace', { ...place })}</span>}
          </span>
        </div>
      </div>
    </button>
  )
})

/** A proposal that expires within this time stands out, ms. */
const soonMs = 60 * 60_000

/** When a proposal expires, or when it was made where the newest is first; what expires soon says so in either. */
function RowTime({ row, order }: Pick<ProposalRowProps, 'row' | 'order'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { createdAt, expiresAt } = row
  const isSoon = expiresAt - now < soonMs
  const expires = t('chats.proposalExpires', { time: times.sentence(expiresAt, now) })
  const at = isSoon || order === 'expiresFirst' ? expiresAt : createdAt
  return (
    <time className={cx('expires', isSoon && 'is-soon')} dateTime={new Date(at).toISOString()} title={expires}>
      {isSoon ? (
        t('chats.proposalExpiresIn', { span: times.span(now, expiresAt) })
      ) : order === 'expiresFirst' ? (
        <>
          <span aria-hidden="true">{capital(times.until(expiresAt, now))}</span>
          <VisuallyHidden>{expires}</VisuallyHidden>
        </>
      ) : (
        times.list(createdAt, now)
      )}
    </time>
  )
}
