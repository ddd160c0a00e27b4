import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ForeignLink, KindFoot, KindHead } from '../bubble/kind-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import { useMessageStop } from '../conversation-context.ts'
import { textHeight, type ContentProps, type ContentView } from './content-view.ts'

export const invitation: ContentView<'invitation'> = {
  Bubble: InvitationBubble,
  copiedText: ({ group, text, url }) => [group, text, url].filter(Boolean).join('\n'),
  height: ({ text }) => 90 + textHeight(text),
}

function InvitationBubble({ content, meta }: ContentProps<'invitation'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const stop = useMessageStop()
  const { group, text, url, expiresAt } = content
  const expiryText = (at: number): string =>
    at === 0
      ? t('conversation.invitation.open')
      : t(at > now ? 'conversation.invitation.until' : 'conversation.invitation.expired', { time: times.dateTime(at) })
  return (
    <div className="kcard">
      <KindHead
        icon="invite"
        title={t('conversation.invitation.title', { group: group.slice(0, 200) })}
        facts={expiresAt === null ? '' : expiryText(expiresAt)}
      />
      {text !== '' && <TextContent text={text} caption meta={null} />}
      <KindFoot note={t('conversation.invitation.onPhone')} meta={meta}>
        {url !== '' && <ForeignLink url={url} className="ell" stop={stop} />}
      </KindFoot>
    </div>
  )
}
