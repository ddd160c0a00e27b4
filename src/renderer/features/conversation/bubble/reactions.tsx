import type { Reaction } from '../../../../contract/index.ts'
import { cx } from '../../../lib/class-names.ts'
import { useWords } from '../../../lib/words.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useMessageStop } from './message-stop.ts'

const namedAtMost = 20

/** Reactions as chips under their message; who reacted is in the tooltip. The service has no operation to add one. */
export function Reactions({ reactions }: { readonly reactions: readonly Reaction[] }) {
  const t = useWords()
  const stop = useMessageStop()
  return (
    <div className="reacts" role="group" aria-label={t('conversation.reactions')}>
      {reactions.map(({ emoji, count, own, people }) => {
        const names = people.slice(0, namedAtMost).map((person) => (person.own ? t('conversation.you') : person.name))
        return (
          <Tooltip key={emoji} text={names.join(', ')} side="top">
            <button
              type="button"
              className={cx('react', own && 'is-mine')}
              tabIndex={stop}
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
