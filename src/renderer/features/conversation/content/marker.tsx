import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { ContentProps, ContentView } from './content-view.ts'

export const marker: ContentView<'marker'> = {
  Bubble: MarkerBubble,
  copiedText: ({ caption }) => caption ?? '',
  height: () => 36,
}

function MarkerBubble({ content, meta }: ContentProps<'marker'>) {
  const t = useTranslations()
  return (
    <p className="text-body">
      <span className="marker">
        <Icon name="info" />
        <span>{t(`conversation.marker.${content.marker}`)}</span>
      </span>
      {content.caption !== undefined && <span>{content.caption}</span>}
      {meta}
    </p>
  )
}
