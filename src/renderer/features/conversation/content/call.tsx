import { useTranslations } from '../../../lib/translations.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { callDuration, callIcon, callTitle } from '../../../ui/text/call-text.ts'
import type { ContentProps, ContentView } from './content-view.ts'

export const call: ContentView<'call'> = {
  Bubble: CallBubble,
  copiedText: () => '',
  height: () => 50,
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
      </div>
      {meta}
    </div>
  )
}
