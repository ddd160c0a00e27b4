import type { InstanceKey } from '../../contract/ids.ts'
import { useLocale, useTranslations } from '../lib/translations.ts'
import { Banner } from '../ui/marks/banner.tsx'
import { useContractQuery } from './use-contract-query.ts'

/** Which programs have not read what is about to be removed; nothing where all have read it. */
export function UnreadPrograms({ instance }: { readonly instance: InstanceKey | null }) {
  const t = useTranslations()
  const locale = useLocale()
  const readers = (useContractQuery('programs.unread', { instance }).data ?? []).filter(({ events }) => events > 0)
  if (readers.length === 0) return null
  const names = readers.map(({ name, events }) => t('programs.unreadOne', { name, count: events }))
  return (
    <Banner
      tone="warn"
      icon="plug"
      title={t('programs.unread', { programs: new Intl.ListFormat(locale).format(names) })}
    />
  )
}
