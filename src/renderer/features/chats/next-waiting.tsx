import { useEffect } from 'react'
import type { ChatKey, Scope } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { placeOf } from '../../lib/routing/waiting-round.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'

export interface NextWaitingProps {
  readonly scope: Scope
  /** The open chat. */
  readonly chat: ChatKey
  /** The named chat may be opened by the next key. */
  readonly onNamed: (chat: ChatKey) => void
}

/** The chat that waits longest after the open one, and the key that opens it. Nothing if no other chat waits. */
export function NextWaiting({ scope, chat, onNamed }: NextWaitingProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { data } = useContractQuery('chats.nextWaiting', { scope, after: placeOf(chat) })
  const next = data?.chat
  useEffect(() => {
    if (next !== undefined) onNamed(next)
  }, [next, onNamed])
  if (!data) return null
  return (
    <span className="next-waiting">
      <span className="ell">
        {t('chats.nextWaiting', { name: data.title.slice(0, 80), span: times.span(data.waitingSince, now) })}
      </span>
      <Kbd keys={shortcutText({ key: 'ArrowDown', alt: true })} decorative />
    </span>
  )
}
