import { useState, type ReactNode } from 'react'
import { later } from '../../../ui/later.tsx'
import type { MessageContent } from '../../../../contract/index.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useMessageStop } from '../conversation-context.ts'

const VotesDialog = later(async () => (await import('./votes-dialog.tsx')).VotesDialog)

export type Poll = Extract<MessageContent, { kind: 'poll' }>

/** A poll with its votes. Bars show the share of the people who voted. */
export function PollContent({ poll, meta }: { readonly poll: Poll; readonly meta: ReactNode }) {
  const t = useTranslations()
  const times = useTimes()
  const stop = useMessageStop()
  const [open, setOpen] = useState(false)
  const votes = poll.options.reduce((sum, option) => sum + option.votes, 0)
  const people = Math.max(poll.voters, ...poll.options.map((option) => option.votes), 1)
  return (
    <div className="poll">
      <div className="q" dir="auto">
        {poll.question.trim() === '' ? t('kind.poll') : poll.question}
      </div>
      {poll.multiple !== null && (
        <div className="h">{t(poll.multiple ? 'conversation.pollMultiple' : 'conversation.pollSingle')}</div>
      )}
      {poll.countedSince !== null && (
        <div className="h">{t('conversation.pollCountedSince', { date: times.date(poll.countedSince) })}</div>
      )}
      <ul>
        {poll.options.map((option, index) => (
          <li key={index}>
            <span className="o" dir="auto">
              {option.own && <Icon name="check" label={t('conversation.pollOwn')} />}
              {option.name}
            </span>
            <span className="n">{option.votes}</span>
            <span className="bar">
              <i style={{ width: `${Math.round((option.votes / people) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <div className="f">
        {votes > 0 ? (
          <Button kind="text" tabIndex={stop} onClick={() => setOpen(true)}>
            {t('conversation.pollVotes', { count: votes })}
          </Button>
        ) : (
          <span className="muted">{t('conversation.pollNoVotes')}</span>
        )}
        {meta}
      </div>
      {open && <VotesDialog poll={poll} onClose={() => setOpen(false)} />}
    </div>
  )
}
