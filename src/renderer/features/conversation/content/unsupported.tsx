import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useMessageStop, useConversation } from '../conversation-context.ts'
import type { ContentProps, ContentView } from './content-view.ts'

export const unsupported: ContentView<'unsupported'> = {
  Bubble: UnsupportedBubble,
  copiedText: () => '',
  height: () => 82,
}

function UnsupportedBubble({ message, content, meta }: ContentProps<'unsupported'>) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { openDetails } = useConversation()
  return (
    <>
      <div className="t">
        <Icon name="braces" />
        {t('conversation.unsupported')}
      </div>
      <div className="d mono">
        <bdi>typeMessage: {content.typeMessage.slice(0, 200) || '""'}</bdi>
      </div>
      <div className="acts">
        <Button kind="text" tabIndex={stop} onClick={() => openDetails(message.key, 'raw')}>
          {t('conversation.viewRaw')}
        </Button>
        {meta}
      </div>
    </>
  )
}
