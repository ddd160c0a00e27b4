import { useState } from 'react'
import type { InstanceKey, MediaState, Story } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { MemoryPicture } from '../../../ui/marks/memory-picture.tsx'

export interface StoryBodyProps {
  readonly instance: InstanceKey
  readonly story: Story
}

/** What a story shows: its text on its colour, or its file, which is fetched on a press. */
export function StoryBody({ instance, story }: StoryBodyProps) {
  const t = useTranslations()
  const [fetch, { pending }] = useContractCommand('stories.fetch')
  const [file, setFile] = useState<MediaState>({ kind: 'absent' })
  const { kind, text, background, thumbnail, person } = story
  const get = async () => {
    const result = await fetch({ instance, story: story.id })
    if (result.ok) setFile(result.value)
  }
  if (kind === 'text')
    return (
      // The author's colour is an edge beside the text, so that the text is readable on every one.
      <p
        className="story-text"
        style={background === null ? undefined : { borderInlineStartColor: background }}
        dir="auto"
      >
        {text}
      </p>
    )
  return (
    <>
      <p className="story-kind">{t(`stories.kind.${kind}`, { type: story.type })}</p>
      {file.kind === 'ready' ? (
        <StoryFile file={file} label={t('stories.picture', { name: person.name })} />
      ) : (
        thumbnail !== '' && (
          <div className="story-picture">
            <MemoryPicture image={thumbnail} label={t('stories.preview', { name: person.name })} />
          </div>
        )
      )}
      {text !== '' && (
        <p className="story-text" dir="auto">
          {text}
        </p>
      )}
      {file.kind === 'failed' && <p className="story-failed">{t(`media.failed.${file.code}`)}</p>}
      {story.hasFile && file.kind !== 'ready' && (
        <Button size="compact" icon="download" busy={pending} onClick={() => void get()}>
          {t('stories.fetch', { kind })}
        </Button>
      )}
    </>
  )
}

function StoryFile({ file, label }: { readonly file: Extract<MediaState, { kind: 'ready' }>; readonly label: string }) {
  const url = `media/${encodeURIComponent(file.ref)}`
  if (file.mimeType.startsWith('video/')) return <video className="story-file" src={url} controls aria-label={label} />
  if (file.mimeType.startsWith('audio/')) return <audio src={url} controls aria-label={label} />
  return <img className="story-file" src={url} alt={label} />
}
