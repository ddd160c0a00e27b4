import { useTranslations } from '../../../lib/translations.ts'
import { Skeleton } from '../../../ui/marks/skeleton.tsx'

const shapes = [
  ['62%', 56],
  ['44%', 36],
  ['52%', 36],
  ['70%', 76],
  ['36%', 36],
  ['48%', 56],
] as const

/** The shape of messages that are being read. */
export function LogSkeleton() {
  const t = useTranslations()
  return (
    <div className="log-loading" role="group" aria-busy="true" aria-label={t('conversation.loading')}>
      <div className="log-loading-in">
        {shapes.map(([width, height], index) => (
          <Skeleton key={index} width={width} height={height} />
        ))}
      </div>
    </div>
  )
}
