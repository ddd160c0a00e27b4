import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { ContentProps, ContentView } from './content-view.ts'

export const reaction: ContentView<'reaction'> = { Bubble: ReactionBubble, copiedText: () => '', height: () => 36 }

function ReactionBubble({ content, meta }: ContentProps<'reaction'>) {
  const t = useTranslations()
  const id = content.emoji === '' ? 'conversation.reactionTaken' : 'conversation.reactionLost'
  return (
    <p className="text-body">
      <span className="marker">
        <Icon name="react" />
        <span>{t(id, { emoji: content.emoji.slice(0, 40) })}</span>
      </span>
      {meta}
    </p>
  )
}
