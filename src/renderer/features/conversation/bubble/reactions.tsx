import type { Message } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { useConversation, useMessageStop } from '../conversation-context.ts'

const namedAtMost = 20

export interface ReactionsProps {
  readonly message: Message
  /** The service takes reactions, so that a chip sets or takes back the account's own. */
  readonly canReact: boolean
}

/** Reactions as chips under their message; who reacted is in the tooltip. */
export function Reactions({ message, canReact }: ReactionsProps) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { actions } = useConversation()
  return (
    <div className="reacts" role="group" aria-label={t('conversation.reactions')}>
      {message.reactions.map(({ emoji, count, own, people }) => {
        const names = people.slice(0, namedAtMost).map((person) => (person.own ? t('conversation.you') : person.name))
        return (
          <Tooltip key={emoji} text={names.join(', ')} side="top">
            <button
              type="button"
              className={cx('react', own && 'is-mine')}
              tabIndex={stop}
              aria-pressed={canReact ? own : undefined}
              onClick={canReact ? () => actions.react(message.key, own ? '' : emoji) : undefined}
              aria-label={t(own ? 'conversation.reactionOwn' : 'conversation.reaction', { emoji, count })}
            >
              <span>{emoji}</span>
              <b>{count}</b>
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
