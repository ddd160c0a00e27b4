import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react'
import type { Message } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useReturnFocus } from '../../lib/keys/return-focus.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { isShownImage, mediaUrl, saveName, type MediaMessage } from './media-files.ts'
import { Unshown } from './unshown.tsx'
import { useFileActions, useMediaFile } from './use-media-file.ts'
import { clampZoom, noZoom, panBy, zoomAt, type Zoom } from './zoom.ts'

export interface MediaViewerProps {
  readonly start: MediaMessage
  readonly neighbours: readonly Message[]
  readonly onClose: () => void
}

const isViewable = (message: Message): message is MediaMessage =>
  !message.deleted && (message.content.kind === 'image' || message.content.kind === 'video')

const keyStep = 60

/** Pictures and films in full size: zoom, pan, and the ones before and after. Loaded lazily. */
export function MediaViewer({ start, neighbours, onClose }: MediaViewerProps) {
  const t = useTranslations()
  const times = useTimes()
  const returnFocus = useReturnFocus()
  const files = useFileActions()
  const list = neighbours.filter(isViewable)
  const [chosen, setChosen] = useState(start)
  const found = list.findIndex(({ key }) => key === chosen.key)
  const index = Math.max(0, found)
  // One that is gone meanwhile stays in sight until the person goes on.
  const message = list[found] ?? chosen
  const { content } = message
  const { state, fetch } = useMediaFile(message.key, content.file, { follow: true })
  const [fetchNext] = useContractCommand('media.fetch', { errors: 'ignore' })
  const [zoom, setZoom] = useState<Zoom>(noZoom)
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const file = state.kind === 'ready' ? state : null
  const isPicture = content.kind !== 'video'
  const name = saveName(content)

  const step = (by: number) => {
    const next = list[index + by]
    if (!next) return
    setChosen(next)
    setZoom(noZoom)
    // A picture that a person leafs to is fetched at once; a film waits for a click, as in the chat.
    if (next.content.kind === 'image' && next.content.hasLink) void fetchNext({ message: next.key })
  }
  const room = () => {
    const box = stage.current?.getBoundingClientRect()
    return { width: box?.width ?? 0, height: box?.height ?? 0, left: box?.left ?? 0, top: box?.top ?? 0 }
  }
  const zoomBy = (factor: number, point = { x: 0, y: 0 }) =>
    setZoom((before) => clampZoom(zoomAt(before, factor, point), room()))
  const onWheel = (event: WheelEvent) => {
    if (!isPicture) return
    const box = room()
    zoomBy(Math.exp(-event.deltaY / 400), {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement && event.target.closest('video') !== null
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => (zoom.scale > 1 ? setZoom(clampZoom(panBy(zoom, keyStep, 0), room())) : step(-1)),
      ArrowRight: () => (zoom.scale > 1 ? setZoom(clampZoom(panBy(zoom, -keyStep, 0), room())) : step(1)),
      ArrowUp: () => setZoom(clampZoom(panBy(zoom, 0, keyStep), room())),
      ArrowDown: () => setZoom(clampZoom(panBy(zoom, 0, -keyStep), room())),
      '+': () => zoomBy(1.4),
      '=': () => zoomBy(1.4),
      '-': () => zoomBy(1 / 1.4),
      '0': () => setZoom(noZoom),
      PageUp: () => step(-1),
      PageDown: () => step(1),
    }
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (target && event.key.startsWith('Arrow'))) return
    event.preventDefault()
    act()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    const { x, y } = drag.current
    drag.current = { x: event.clientX, y: event.clientY }
    setZoom((before) => clampZoom(panBy(before, event.clientX - x, event.clientY - y), room()))
  }
  /** The file that this program could not decode. */
  const [broken, setBroken] = useState<string | null>(null)
  const isUnshown = file !== null && (file.ref === broken || (isPicture && !isShownImage(file.mimeType)))
  const shown = file && isPicture && !isUnshown ? file.ref : isPicture ? content.thumbnail : null
  const who = message.direction === 'outgoing' ? t('ui.you') : message.sender.name
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className="viewer" aria-label={t('media.viewer')} finalFocus={returnFocus} onKeyDown={onKeyDown}>
          <div className="viewer-top">
            <div className="viewer-who">
              <b className="ell">
                <bdi>{who.slice(0, 200)}</bdi>
              </b>
              <span>
                {times.dateTime(message.at)}
                {list.length > 1 && found >= 0 && ` · ${t('media.position.of', { at: index + 1, count: list.length })}`}
              </span>
            </div>
            {isPicture && (
              <>
                <IconButton
                  icon="zoomOut"
                  label={t('media.zoomOut')}
                  shortcut="-"
                  disabled={zoom.scale <= 1}
                  onClick={() => zoomBy(1 / 1.4)}
                />
                <IconButton icon="zoomIn" label={t('media.zoomIn')} shortcut="+" onClick={() => zoomBy(1.4)} />
              </>
            )}
            {file && (
              <IconButton icon="download" label={t('media.saveAs')} onClick={() => files.save(file.ref, name)} />
            )}
            {file && files.canOpen && (
              <IconButton icon="external" label={t('ui.open')} onClick={() => files.open(file.ref, name)} />
            )}
            {file && files.canShowInFolder && (
              <IconButton icon="folder" label={t('media.showInFolder')} onClick={() => files.showInFolder(file.ref)} />
            )}
            <IconButton icon="close" label={t('ui.close')} onClick={onClose} />
          </div>
          <div
            ref={stage}
            className="viewer-stage"
            data-zoomed={zoom.scale > 1 || undefined}
            onWheel={onWheel}
            // Beside the picture is the way out, as in other viewers.
            onClick={(event) => zoom.scale <= 1 && event.target === event.currentTarget && onClose()}
            onDoubleClick={() => isPicture && (zoom.scale > 1 ? setZoom(noZoom) : zoomBy(2.5))}
            onPointerDown={(event) => {
              if (zoom.scale <= 1 || (event.target instanceof Element && event.target.closest('button, video'))) return
              event.currentTarget.setPointerCapture(event.pointerId)
              drag.current = { x: event.clientX, y: event.clientY }
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              drag.current = null
            }}
          >
            {shown && (
              <img
                key={shown}
                className={file && !isUnshown ? undefined : 'is-thumb'}
                src={mediaUrl(shown)}
                alt={content.caption || t('kind.image')}
                draggable={false}
                onError={() => setBroken(shown)}
                style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
              />
            )}
            {file && !isPicture && !isUnshown && (
              <video key={file.ref} src={mediaUrl(file.ref)} controls autoPlay onError={() => setBroken(file.ref)} />
            )}
            {file && isUnshown && (
              <div className="media-state">
                <Unshown isPicture={isPicture} mimeType={file.mimeType}>
                  <Button kind="text" onClick={() => files.save(file.ref, name)}>
                    {t('media.saveAs')}
                  </Button>
                  {files.canOpen && (
                    <Button kind="text" onClick={() => files.open(file.ref, name)}>
                      {t('ui.open')}
                    </Button>
                  )}
                </Unshown>
              </div>
            )}
            {!file && (
              <div className="media-state">
                <div className="media-text">
                  {state.kind === 'loading' ? (
                    t('media.fetching')
                  ) : content.hasLink && state.kind === 'absent' ? (
                    <Button kind="text" onClick={fetch}>
                      {t('media.fetchNow')}
                    </Button>
                  ) : (
                    t('media.notHere')
                  )}
                </div>
              </div>
            )}
            {index > 0 && (
              <span className="viewer-side is-before">
                <IconButton icon="chevronLeft" iconSize={24} label={t('media.previous')} onClick={() => step(-1)} />
              </span>
            )}
            {index < list.length - 1 && (
              <span className="viewer-side is-after">
                <IconButton icon="chevronRight" iconSize={24} label={t('media.next')} onClick={() => step(1)} />
              </span>
            )}
          </div>
          {content.caption && (
            <p className="viewer-cap" dir="auto">
              {content.caption.slice(0, 3000)}
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
