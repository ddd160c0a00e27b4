import type { InstanceSummary } from '../../../contract/instances.ts'
import type { Words } from '../../lib/words.ts'
import { connectionLooks } from './connection-looks.ts'
import { stateWords } from './connection-text.ts'
import { isMutedNow } from './next-mute-end.ts'

/** A tile's name: instance, then unread, then state ("Warehouse, 3 unread, live"). */
export function railName(t: Words, instance: InstanceSummary): string {
  const words = stateWords(t, instance)
  return [
    instance.name,
    instance.unreadMessages > 0 && t('instances.unread', { count: instance.unreadMessages }),
    isMutedNow(instance) && t('instances.muted'),
    connectionLooks[instance.connection.kind].attention ? t('instances.attention', { state: words }) : words,
  ]
    .filter(Boolean)
    .join(', ')
}
