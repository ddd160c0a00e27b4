import { useTranslations } from '../../../lib/translations.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { callDuration, callIcon, callTitle } from '../../../ui/text/call-text.ts'
import { useConversation, useConversationState, useMessageStop } from '../conversation-context.ts'
import type { ContentProps, ContentView } from './content-view.ts'

/** The service keeps recordings of calls for so long, ms (service 10.9). */
const recordingsLastMs = 60 * 86_400_000

export const call: ContentView<'call'> = {
  Bubble: CallBubble,
  copiedText: () => '',
  height: ({ recording }) => (recording === null ? 50 : 72),
}

function CallBubble({ message, content, meta }: ContentProps<'call'>) {
  const t = useTranslations()
  const { outcome, duration, people } = content
  const isOwn = message.direction === 'outgoing'
  const facts = [
    outcome === 'answered' && duration !== null
      ? t('call.answeredFor', { duration: callDuration(t, duration) })
      : t(`call.outcome.${outcome ?? 'unknown'}`),
    people !== null && people > 1 ? t('call.people', { count: people }) : '',
  ]
  return (
    <div className="callrow">
      <span className={cx('ic', outcome === 'missed' && 'is-missed')}>
        <Icon name={callIcon(content, isOwn)} size={18} />
      </span>
      <div>
        <div className="t">{callTitle(t, content)}</div>
        <div className="d">{facts.filter(Boolean).join(', ')}</div>
        <Recording message={message} content={content} />
      </div>
      {meta}
    </div>
  )
}

/** A recording that is here, or may be at the service. */
function Recording({ message, content: { recording } }: Pick<ContentProps<'call'>, 'message' | 'content'>) {
  const { Sound, openDetails } = useConversation()
  const { service } = useConversationState()
  const stop = useMessageStop()
  const now = useNow()
  const isOffered =
    service !== undefined &&
    !service.absentOperations.includes('getCallRecording') &&
    now - message.at < recordingsLastMs
  if (recording === null || (recording.kind !== 'ready' && !isOffered)) return null
  const onViewRaw = () => openDetails(message.key, 'raw')
  return <Sound message={message.key} file={recording} hasLink isCall stop={stop} onViewRaw={onViewRaw} />
}
