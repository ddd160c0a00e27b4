import type { ContentView } from './content-view.ts'
import type { MessageContent } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { OutsideLink } from '../../../ui/text/outside-link.tsx'
import { useMessageStop } from '../conversation-context.ts'

type Location = Extract<MessageContent, { kind: 'location' }>

const onMap = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`

/** A place: the thumbnail that came with it, its words, and a link. No map is fetched. */
function LocationCard({ location }: { readonly location: Location }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { name, address, latitude, longitude, thumbnail } = location
  const known = latitude !== null && longitude !== null
  const url = known ? onMap(latitude, longitude) : null
  return (
    <div className="card place">
      {thumbnail && (
        <img
          src={`media/${encodeURIComponent(thumbnail)}`}
          alt={t('conversation.mapThumbnail')}
          width={340}
          height={130}
          loading="lazy"
          draggable={false}
        />
      )}
      <div className="tx">
        <div className="t" dir="auto">
          {name || t('kind.location')}
        </div>
        <div className="d">
          {address && <div dir="auto">{address}</div>}
          {known && (
            <div className="num">
              {latitude.toFixed(5)}, {longitude.toFixed(5)}
            </div>
          )}
        </div>
        {url && (
          <OutsideLink className="link" href={url} tabIndex={stop}>
            {t('conversation.openInMaps')}
          </OutsideLink>
        )}
      </div>
    </div>
  )
}

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
