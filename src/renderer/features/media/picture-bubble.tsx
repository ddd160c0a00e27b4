import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import { useNumbers } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import { cx } from '../../lib/text/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { canRetry, downloadFailureText } from './failed-text.ts'
import { isShownImage, mediaUrl, saveName, type MediaBubbleProps } from './media-files.ts'
import { Unshown } from './unshown.tsx'
import { useFileActions, useMediaFile } from './use-media-file.ts'

const MediaViewer = later(async () => (await import('./media-viewer.tsx')).MediaViewer)

/** A picture, film or sticker in its reserved place: thumbnail first, the file on demand, and what its state is. */
export function PictureBubble({ message, box, stop, neighbours, onViewRaw }: MediaBubbleProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { content } = message
  const { state, fetch, cancel } = useMediaFile(message.key, content.file)
  const [open, setOpen] = useState(false)
  const [moving, setMoving] = useState(false)
  const [broken, setBroken] = useState<string | null>(null)
  const files = useFileActions()
  const isVideo = content.kind === 'video'
  const isSticker = content.kind === 'sticker'
  const file = state.kind === 'ready' ? state : null
  const picture = file && !isVideo && isShownImage(file.mimeType) ? file.ref : null
  const isUnshown = file !== null && !isVideo && (picture === null || picture === broken)
  // Animated pictures stand still as their thumbnail until the pointer or a click asks for more.
  const still = content.animated && !moving && content.thumbnail !== null
  const shown = (still || isUnshown ? content.thumbnail : (picture ?? content.thumbnail)) ?? null
  const isRound = content.round === true
  const name = t(isRound ? 'kind.roundVideo' : isVideo ? 'kind.video' : isSticker ? 'kind.sticker' : 'kind.image')
  const label = content.caption ? `${name}: ${content.caption.slice(0, 100)}` : name
  const isFrosted = shown !== null && shown === content.thumbnail && picture === null && !isSticker
  const canFetch = state.kind === 'absent' && content.hasLink
  // A picture opens at once, as large as its thumbnail, and grows sharp; a film is fetched before it can play. A
  // sticker only shows itself.
  const isLoading = state.kind === 'loading'
  const opens = !isSticker && (file !== null || ((canFetch || isLoading) && !isVideo && content.thumbnail !== null))
  const act = () => {
    if (opens) setOpen(true)
    if (canFetch) fetch()
  }
  return (
    <div
      className={cx('media', isSticker && 'sticker', isRound && 'is-round')}
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      {...files.drag(file?.ref ?? null, saveName(content))}
      onPointerEnter={content.animated ? () => setMoving(true) : undefined}
      onPointerLeave={content.animated ? () => setMoving(false) : undefined}
    >
      {shown !== null && shown !== broken ? (
        <img
          src={mediaUrl(shown)}
          alt={label}
          width={box.width}
          height={box.height}
          className={isFrosted && isLoading ? 'frost' : ''}
          decoding="async"
          draggable={false}
          onError={() => setBroken(shown)}
        />
      ) : (
        <span className="media-none" data-covered={isLoading || (canFetch && !opens) || undefined}>
          <Icon name={isVideo ? 'video' : isSticker ? 'sticker' : 'image'} size={24} label={label} />
        </span>
      )}
      {(opens || canFetch || isLoading) && (
        // It stays while the file comes: whoever pressed it keeps the focus.
        <button
          type="button"
          className="media-open"
          tabIndex={stop}
          aria-disabled={!opens && isLoading ? true : undefined}
          aria-label={t(opens ? 'media.open' : 'media.fetch', { name: label })}
          onClick={() => {
            setMoving(true)
            act()
          }}
        />
      )}
      <div className="media-state">
        {isLoading && (
          <button type="button" className="media-round" tabIndex={stop} aria-label={t('media.cancel')} onClick={cancel}>
            <ProgressRing received={state.received} total={state.total} />
            <Icon name="close" size={18} />
          </button>
        )}
        {state.kind === 'failed' && (
          <div className="media-text">
            {t(downloadFailureText[state.code])}{' '}
            <Button kind="text" tabIndex={stop} onClick={canRetry(state.code) ? fetch : onViewRaw}>
              {t(canRetry(state.code) ? 'ui.tryAgain' : 'ui.viewRaw')}
            </Button>
          </div>
        )}
        {file && isUnshown && (
          <Unshown isPicture mimeType={file.mimeType}>
            <Button kind="text" tabIndex={stop} onClick={() => files.save(file.ref, saveName(content))}>
              {t('media.saveAs')}
            </Button>
          </Unshown>
        )}
        {file && isVideo && (
          <span className="media-round" aria-hidden="true">
            <Icon name="play" size={20} className="i-play" />
          </span>
        )}
        {canFetch && !opens && !(isSticker && shown !== null) && (
          <span className="media-round" aria-hidden="true">
            <Icon name="download" size={20} />
          </span>
        )}
      </div>
      {isVideo && file && <span className="media-tag">{numbers.bytes(file.bytes)}</span>}
      {isLoading && (
        <span className="media-tag">
          {state.total === null
            ? numbers.bytes(state.received)
            : t('media.of', { received: numbers.bytes(state.received), total: numbers.bytes(state.total) })}
        </span>
      )}
      {content.animated && still && <span className="media-tag">GIF</span>}
      {open && <MediaViewer start={message} neighbours={neighbours()} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** How much of a file is here; turns while its size is not known. */
function ProgressRing({ received, total }: { readonly received: number; readonly total: number | null }) {
  const share = total === null || total <= 0 ? 25 : Math.min(100, (received / total) * 100)
  return (
    <svg className={total === null ? 'arc spin' : 'arc'} viewBox="0 0 42 42" aria-hidden="true">
      <circle cx="21" cy="21" r="19" pathLength="100" strokeDasharray={`${share} 100`} />
    </svg>
  )
}
