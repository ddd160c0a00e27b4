import { LocationCard } from '../bubble/location-card.tsx'
import type { ContentView } from './content-view.ts'

export const location: ContentView<'location'> = {
  Bubble: ({ content, meta }) => (
    <>
      <LocationCard location={content} />
      <div className="meta-row">{meta}</div>
    </>
  ),
  copiedText: ({ name, address, latitude, longitude }) =>
    [name, address, latitude === null ? '' : `${latitude}, ${longitude}`].filter(Boolean).join('\n'),
  height: ({ thumbnail }) => (thumbnail ? 240 : 110),
}
