import { useEffect, useState } from 'react'
import type { NoticeEvent } from '../../../contract/events.ts'
import { useClient } from '../../client/client-context.tsx'
import { useWords } from '../../lib/words.ts'

/** What a screen reader hears when messages come to chats that are not open, and when an instance gets into trouble. */
export function useAnnouncedNotices(): string {
  const client = useClient()
  const t = useWords()
  const [notice, setNotice] = useState<NoticeEvent | null>(null)
  useEffect(() => client.onEvent((event) => event.type === 'notice' && setNotice(event.notice)), [client])
  switch (notice?.kind) {
    case 'incoming':
      return t('notices.incoming', { title: notice.title, instance: notice.instanceName })
    case 'summary':
      return t('notices.summary', {
        messages: notice.messages,
        chats: notice.chats,
        instance: notice.instanceName,
      })
    case 'trouble':
      return t('notices.trouble', { instance: notice.instanceName })
    default:
      return ''
  }
}
