import type { StorageUsage } from '../../../contract/app.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'

/** How much room is used, and by what. */
export function StorageMeter({ usage }: { readonly usage: StorageUsage | undefined }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const parts = usage && [
    {
      id: 'messages',
      label: t('settings.used.messages', { size: numbers.bytes(usage.archiveBytes) }),
      bytes: usage.archiveBytes,
    },
    {
      id: 'media',
      label: t('settings.used.media', { size: numbers.bytes(usage.mediaBytes) }),
      bytes: usage.mediaBytes,
    },
    {
      id: 'spool',
      label: t('settings.used.spool', { size: numbers.bytes(usage.spoolBytes) }),
      bytes: usage.spoolBytes,
    },
    { id: 'logs', label: t('settings.used.logs', { size: numbers.bytes(usage.logBytes) }), bytes: usage.logBytes },
  ]
  const total = parts?.reduce((sum, part) => sum + part.bytes, 0) ?? 0
  return (
    <div className="opt-block" aria-busy={usage === undefined || undefined}>
      <div className="used-head">
        <span className="t">{parts ? t('settings.used', { size: numbers.bytes(total) }) : ' '}</span>
        <span className="muted num">
          {usage ? t('settings.used.count', { count: usage.messages, chats: usage.chats }) : ' '}
        </span>
      </div>
      <div className="meter" role="img" aria-label={parts?.map((part) => part.label).join(', ') ?? ''}>
        {parts?.map((part) => (
          <i
            key={part.id}
            className={`use-${part.id}`}
            style={{ width: `${total === 0 ? 0 : (part.bytes / total) * 100}%` }}
          />
        ))}
      </div>
      <ul className="used-legend">
        {parts?.map((part) => (
          <li key={part.id}>
            <span className={`dot use-${part.id}`} aria-hidden="true" />
            {part.label}
          </li>
        ))}
      </ul>
    </div>
  )
}
