import type { SteadyInstance, QuickReply } from '../../../../contract/index.ts'
import { fillQuickReply, type FilledReply } from '../../../../contract/quick-reply-text.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useFirstReplies } from '../../../client/use-first-replies.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { matchReplies } from './match-replies.ts'
import { SuggestionList, type SuggestionKeys } from './suggestion-list.tsx'
import { useEarlyEnter } from './use-early-enter.ts'

export interface QuickReplyListProps {
  readonly instance: SteadyInstance
  /** The text after the slash. */
  readonly query: string
  readonly values: Parameters<typeof fillQuickReply>[1]
  /** The text for a new quick reply; '' if nothing is written. */
  readonly newText: string
  readonly onKeys: (keys: SuggestionKeys | null) => void
  readonly onActive: (id: string | null) => void
  readonly onInsert: (filled: FilledReply, reply: QuickReply) => void
  readonly onDismiss: () => void
}

/** The quick replies that fit what was typed after a slash. Where none fits, the slash is a slash. */
export function QuickReplyList(props: QuickReplyListProps) {
  const { instance, query, values, newText, onKeys, onActive, onInsert, onDismiss } = props
  const t = useTranslations()
  const { data: replies, isPending } = useContractQuery('quickReplies.list', { scope: instance.key })
  const first = useFirstReplies()
  const fitting = matchReplies(replies ?? [], query).slice(0, 100)
  const insert = (reply: QuickReply): void => onInsert(fillQuickReply(reply.text, values), reply)
  useEarlyEnter(isPending, query, {
    onKeys,
    choose() {
      const [best] = fitting
      if (best !== undefined) insert(best)
    },
  })
  if (fitting.length === 0 && (query !== '' || replies === undefined)) return null
  const head = (
    <>
      <span className="ell">
        {fitting.length === 0
          ? t('composer.noQuickReplies')
          : query === ''
            ? t('settings.quickReplies')
            : t('composer.quickRepliesWith', { text: query })}
      </span>
      {replies?.length === 0 && (
        <Button kind="text" busy={first.pending} onClick={() => void first.add()}>
          {t('quickReplies.addFirst')}
        </Button>
      )}
      <Button
        kind="text"
        onClick={() => {
          onDismiss()
          requestDialog({ kind: 'quickReply', text: newText })
        }}
      >
        {t(newText === '' ? 'quickReplies.new' : 'composer.newFromText')}
      </Button>
    </>
  )
  return (
    <SuggestionList
      label={t('settings.quickReplies')}
      head={head}
      onKeys={onKeys}
      onActive={onActive}
      onDismiss={onDismiss}
      items={fitting.map((reply) => ({
        id: String(reply.key),
        choose: () => insert(reply),
        row: (isActive) => (
          <>
            <div className="n">
              <b className="ell" dir="auto">
                {reply.name}
              </b>
              {reply.files.length > 0 && (
                <span className="muted" title={reply.files.map(({ name }) => name.slice(0, 100)).join('\n')}>
                  <Icon name="attach" size={14} />
                  {t('quickReplies.fileCount', { count: reply.files.length })}
                </span>
              )}
              {reply.shared !== null && <span className="muted ell">{t('settings.team')}</span>}
              {reply.instance !== null && <span className="muted ell">{instance.name}</span>}
            </div>
            {isActive && (
              <p>
                <bdi>{fillQuickReply(reply.text.slice(0, 600), values).text}</bdi>
              </p>
            )}
          </>
        ),
      }))}
    />
  )
}
