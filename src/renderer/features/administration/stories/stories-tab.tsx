import './stories.css'
import { useRef, useState } from 'react'
import { hueOf, initialsOf } from '../../../../contract/values.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import type { InstanceKey, MediaState, SteadyInstance, Story } from '../../../../contract/index.ts'
import { MemoryPicture } from '../../../ui/marks/memory-picture.tsx'

const periods = { '1': 1, '7': 7, '30': 30 } as const
type Period = keyof typeof periods

/** Stories of the account's contacts, read when the person asks. They are no messages: nothing here answers them. */
export function StoriesTab({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [read, { pending }] = useContractCommand('stories.read')
  const [period, setPeriod] = useState<Period>('1')
  const [shown, setShown] = useState<{ readonly period: Period; readonly stories: readonly Story[] } | null>(null)
  const stories = shown?.stories ?? null
  const readings = useRef(0)
  const show = async (next: Period) => {
    setPeriod(next)
    const reading = (readings.current += 1)
    const result = await read({ instance: instance.key, days: periods[next] })
    // Of two periods the one that was chosen last is shown, whichever is answered first.
    if (reading !== readings.current) return
    if (result.ok) setShown({ period: next, stories: result.value })
    else if (shown !== null) setPeriod(shown.period)
  }
  const button = (
    <Button size="compact" icon="refresh" busy={pending} onClick={() => void show(period)}>
      {t(stories === null ? 'stories.read' : 'ui.refresh')}
    </Button>
  )
  return (
    <div className="i-tab scroll" tabIndex={0} role="group" aria-label={t('stories.title')}>
      {stories === null ? (
        <EmptyState icon="user" title={t('stories.intro')} text={t('stories.introText')} actions={button} />
      ) : (
        <section className="sect stories" aria-label={t('stories.title')} aria-busy={pending}>
          <div className="stories-bar">
            <ChoiceGroup
              label={t('stories.period')}
              variant="chips"
              value={period}
              choices={(['1', '7', '30'] as const).map((value) => ({
                value,
                label: t('stories.days', { days: periods[value] }),
              }))}
              onChange={(next) => void show(next)}
            />
            {button}
          </div>
          {stories.length === 0 && <EmptyState icon="user" title={t('stories.none')} text={t('stories.noneText')} />}
          <ol className="story-list">
            {stories.map((story) => (
              <li key={story.id} className="story">
                <Avatar initials={initialsOf(story.person.name)} hue={hueOf(story.person.id)} size={36} />
                <div className="story-main">
                  <p className="story-head">
                    <bdi className="ell">{story.person.name}</bdi>
                    <span className="num">
                      {story.at === null ? t('stories.unknownTime') : times.sentence(story.at, now)}
                    </span>
                  </p>
                  <StoryBody instance={instance.key} story={story} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

interface StoryBodyProps {
  readonly instance: InstanceKey
  readonly story: Story
}

/** The content of a story: its text on its colour, or its file, which is fetched on a press. */
function StoryBody({ instance, story }: StoryBodyProps) {
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
