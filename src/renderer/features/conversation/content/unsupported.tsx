import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { kindName } from '../../../ui/text/content-preview.tsx'
import { useMessageStop, useConversation } from '../conversation-context.ts'
import type { ContentProps, ContentView } from './content-view.ts'

/** So many fields are in the bubble; the others are counted, and the raw record has all. */
const mostShown = 4

export const unsupported: ContentView<'unsupported'> = {
  Bubble: UnsupportedBubble,
  copiedText: ({ fields }) => fields.map(({ value }) => value).join('\n'),
  height: ({ fields }) => 82 + Math.min(fields.length, mostShown) * 19,
}

/** UNIX seconds of these years, in a field that is named like a time. */
const seconds = /^[1-4]\d{9}$/u
const timeLike = /time|date|expir|start|end/iu

function UnsupportedBubble({ message, content, meta }: ContentProps<'unsupported'>) {
  const t = useTranslations()
  const times = useTimes()
  const stop = useMessageStop()
  const { openDetails } = useConversation()
  const shown = content.fields.slice(0, mostShown)
  const rest = content.fields.length - shown.length + content.more
  const name = content.known === null ? null : kindName(content.known)
  return (
    <>
      <div className="t">
        <Icon name="braces" />
        {name === null ? t('kind.unsupported') : t('kind.unreadable', { kind: t(name) })}
      </div>
      <dl className="kv">
        <dt>{t('ui.kind')}</dt>
        <dd className="mono">
          <bdi>{content.typeMessage.slice(0, 200) || '""'}</bdi>
        </dd>
        {shown.map(({ name, value }, index) => (
          <UnknownField
            key={index}
            name={name}
            value={seconds.test(value) && timeLike.test(name) ? times.dateTime(Number(value) * 1000) : value}
          />
        ))}
      </dl>
      <div className="acts">
        <Button kind="text" tabIndex={stop} onClick={() => openDetails(message.key, 'raw')}>
          {t('ui.viewRaw')}
        </Button>
        {rest > 0 && <span className="kfoot">{t('conversation.unknown.more', { count: rest })}</span>}
        {meta}
      </div>
    </>
  )
}

function UnknownField({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="mono">
        <bdi>{name}</bdi>
      </dt>
      <dd dir="auto">{value}</dd>
    </>
  )
}
