import type { LinkPreview } from '../../../../contract/index.ts'
import { OutsideLink } from '../../../ui/text/outside-link.tsx'
import { useMessageStop } from '../conversation-context.ts'

/** The service's preview of a message's link. */
export function LinkPreviewCard({ preview }: { readonly preview: LinkPreview }) {
  const stop = useMessageStop()
  const inside = (
    <>
      <div className="tx">
        {preview.site && <div className="dom ell">{preview.site}</div>}
        {preview.title && (
          <div className="t ell" dir="auto">
            {preview.title}
          </div>
        )}
        {preview.text && (
          <div className="d" dir="auto">
            {preview.text.slice(0, 400)}
          </div>
        )}
        {preview.description && (
          <div className="d" dir="auto">
            {preview.description.slice(0, 400)}
          </div>
        )}
      </div>
      {preview.thumbnail && (
        <img
          src={`media/${encodeURIComponent(preview.thumbnail)}`}
          alt=""
          width={76}
          height={76}
          loading="lazy"
          draggable={false}
        />
      )}
    </>
  )
  const { url } = preview
  if (!url) return <div className="card preview">{inside}</div>
  return (
    <OutsideLink className="card preview" href={url} tabIndex={stop}>
      {inside}
    </OutsideLink>
  )
}
