import type { Message } from '../../../../contract/index.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { StatusMark } from '../../../ui/marks/status-mark.tsx'

/** Time and tick at the end of a bubble; the full time as a tooltip. */
export function MessageMeta({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const times = useTimes()
  return (
    <span className="meta">
      {message.edited && !message.deleted && <span>{t('conversation.edited')}</span>}
      {/* The time of writing is not shown for a scheduled message. */}
      {message.status?.kind !== 'scheduled' && (
        <time dateTime={new Date(message.at).toISOString()} title={times.dateTime(message.at)}>
          {times.clock(message.at)}
        </time>
      )}
      {message.status && !message.deleted && <StatusMark status={message.status} />}
    </span>
  )
}
