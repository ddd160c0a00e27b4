import './media.css'
import { AudioPlayer } from './audio-player.tsx'
import { PictureBubble } from './picture-bubble.tsx'
import { mediaUrl, saveName, typeText, type MediaBubbleProps } from './media-files.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { canRetry, downloadFailureText } from './failed-text.ts'
import { useFileActions, useMediaFile } from './use-media-file.ts'

/** A document: its own name, its type and size, and what can be done with it. */
function DocumentCard({ message, stop, onViewRaw }: MediaBubbleProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { content } = message
  const { state, fetch, cancel } = useMediaFile(message.key, content.file)
  const files = useFileActions()
  const name = shownFileName(content.fileName) || t('kind.document')
  const type = typeText(content)
  const facts = (): string => {
    switch (state.kind) {
      case 'ready':
        return [type, numbers.bytes(state.bytes)].filter(Boolean).join(', ')
      case 'loading':
        return state.total === null
          ? numbers.bytes(state.received)
          : t('media.of', { received: numbers.bytes(state.received), total: numbers.bytes(state.total) })
      case 'absent':
        return content.hasLink ? type || t('kind.document') : t('media.noLink')
      case 'failed':
        return t(downloadFailureText[state.code])
    }
  }
  return (
    <div className="card file" {...files.drag(state.kind === 'ready' ? state.ref : null, saveName(content))}>
      <span className="ic">
        <Icon name="file" size={20} />
        {content.thumbnail && <img src={mediaUrl(content.thumbnail)} alt="" loading="lazy" />}
      </span>
      <div className="grow">
        <div className="t ell" title={name.slice(0, 300)}>
          <bdi>{name.slice(0, 300)}</bdi>
        </div>
        <div className={state.kind === 'failed' ? 'd fail' : 'd num'}>
          {facts()}{' '}
          {state.kind === 'failed' && (
            <Button kind="text" tabIndex={stop} onClick={canRetry(state.code) ? fetch : onViewRaw}>
              {t(canRetry(state.code) ? 'ui.tryAgain' : 'ui.viewRaw')}
            </Button>
          )}
        </div>
        {state.kind === 'loading' && (
          <div
            className="bar"
            role="progressbar"
            aria-label={t('media.fetching')}
            aria-valuenow={state.received}
            aria-valuemax={state.total ?? undefined}
          >
            <i style={{ width: state.total ? `${Math.min(100, (state.received / state.total) * 100)}%` : '30%' }} />
          </div>
        )}
      </div>
      {state.kind === 'absent' && content.hasLink && (
        <IconButton
          icon="download"
          iconSize={16}
          label={t('media.fetch', { name: name.slice(0, 100) })}
          tabIndex={stop}
          onClick={fetch}
        />
      )}
      {state.kind === 'loading' && (
        <IconButton icon="close" iconSize={16} label={t('media.cancel')} tabIndex={stop} onClick={cancel} />
      )}
      {state.kind === 'ready' && !files.canOpen && (
        <IconButton
          icon="download"
          iconSize={16}
          label={t('media.save', { name: name.slice(0, 100) })}
          tabIndex={stop}
          onClick={() => files.save(state.ref, saveName(content))}
        />
      )}
      {state.kind === 'ready' && files.canOpen && (
        <MenuButton
          label={t('media.fileActions')}
          align="end"
          entries={() => [
            {
              kind: 'item',
              label: t('ui.open'),
              icon: 'external',
              run: () => files.open(state.ref, saveName(content)),
            },
            {
              kind: 'item',
              label: t('media.saveAs'),
              icon: 'download',
              run: () => files.save(state.ref, saveName(content)),
            },
            ...(files.canShowInFolder
              ? [
                  {
                    kind: 'item',
                    label: t('media.showInFolder'),
                    icon: 'folder',
                    run: () => files.showInFolder(state.ref),
                  } as const,
                ]
              : []),
          ]}
        >
          <IconButton icon="more" iconSize={16} label={t('media.fileActions')} tabIndex={stop} />
        </MenuButton>
      )}
    </div>
  )
}

/** The file of a message, by its kind. */
export function MediaBubble(props: MediaBubbleProps) {
  const { message, stop, onViewRaw } = props
  const { content } = message
  switch (content.kind) {
    case 'image':
    case 'video':
    case 'sticker':
      return <PictureBubble {...props} />
    case 'audio':
      return (
        <AudioPlayer
          message={message.key}
          file={content.file}
          hasLink={content.hasLink}
          stop={stop}
          onViewRaw={onViewRaw}
        />
      )
    case 'document':
      return <DocumentCard {...props} />
  }
}
