import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { useNumbers } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import type { MediaState, MessageKey } from '../../../contract/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { canRetry, downloadFailureText } from './failed-text.ts'
import { mediaUrl } from './media-files.ts'
import { minutesOf } from './minutes-of.ts'
import { useMediaFile } from './use-media-file.ts'

const speeds = [1, 1.5, 2] as const

/** Only one voice at a time: the one that plays, and the one that is fetched to be played. */
let playing: HTMLAudioElement | null = null
let awaited: MessageKey | null = null

export interface AudioPlayerProps {
  readonly message: MessageKey
  /** The state of the file, as the message has it. */
  readonly file: MediaState
  /** The service has it, as far as is known. */
  readonly hasLink: boolean
  /** The recording of a call: one word offers it until it is here. */
  readonly isCall?: boolean
  /** tabIndex of the controls. */
  readonly stop: 0 | -1
  readonly onViewRaw: () => void
}

/** A voice message, a call or other sound, played in its bubble; fetched when it is first played. */
export function AudioPlayer({ message, file, hasLink, isCall = false, stop, onViewRaw }: AudioPlayerProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { state, fetch, cancel } = useMediaFile(message, file)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number | null>(null)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  const [unplayable, setUnplayable] = useState(false)
  const ref = state.kind === 'ready' ? state.ref : null

  const play = () => {
    const element = audio.current
    if (!element) return
    if (playing && playing !== element) playing.pause()
    playing = element
    awaited = null
    element.playbackRate = speed
    setUnplayable(false)
    element.play().catch((error: unknown) => {
      // A pause before the first sound ends the play, and says nothing of the sound.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setUnplayable(true)
    })
  }
  useEffect(() => {
    if (ref !== null && awaited === message) play()
    // Plays once, when the file that was asked for last is here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ref])
  useEffect(
    () => () => {
      if (awaited === message) awaited = null
    },
    [message],
  )
  const press = () => {
    if (state.kind === 'ready') {
      if (isPlaying) audio.current?.pause()
      else play()
    } else if (state.kind === 'loading') {
      awaited = null
      cancel()
    } else if (hasLink) {
      awaited = message
      fetch()
    }
  }
  const label =
    state.kind === 'loading'
      ? t('media.cancel')
      : isPlaying
        ? t('media.pause')
        : isCall
          ? t('media.playCall')
          : length === null
            ? t('media.play')
            : t('media.playLength', { length: minutesOf(length) })
  const done = length ? Math.min(100, (at / length) * 100) : 0
  const isRetryable = state.kind === 'failed' && canRetry(state.code)
  const note = state.kind === 'failed' || unplayable || (state.kind === 'absent' && !hasLink)
  if (isCall && state.kind !== 'ready' && state.kind !== 'loading')
    return (
      <div className="voice-note">
        {state.kind === 'failed' && `${t(downloadFailureText[state.code])} `}
        <Button kind="text" tabIndex={stop} onClick={press}>
          {t('media.listen')}
        </Button>
      </div>
    )
  return (
    <>
      <div className="voice">
        <button
          type="button"
          className="play"
          tabIndex={stop}
          aria-label={label}
          disabled={state.kind === 'absent' && !hasLink}
          onClick={press}
        >
          {state.kind === 'loading' ? (
            <Icon name="close" />
          ) : state.kind === 'ready' ? (
            <Icon name={isPlaying ? 'pause' : 'play'} className={isPlaying ? '' : 'i-play'} />
          ) : (
            <Icon name="download" />
          )}
        </button>
        <input
          type="range"
          className="line"
          aria-label={t('media.position')}
          aria-valuetext={minutesOf(at)}
          tabIndex={stop}
          min={0}
          max={length ?? 1}
          step="any"
          value={at}
          disabled={length === null}
          style={{ '--done': `${done}%` } as CSSProperties}
          onChange={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.target.value)
            setAt(Number(event.target.value))
          }}
        />
        {isPlaying && (
          <button
            type="button"
            className="speed"
            tabIndex={stop}
            aria-label={t('media.speed', { speed })}
            onClick={() => {
              const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
              setSpeed(next)
              if (audio.current) audio.current.playbackRate = next
            }}
          >
            {speed}×
          </button>
        )}
        <span className="d">
          {state.kind === 'loading'
            ? numbers.bytes(state.received)
            : length === null
              ? ''
              : minutesOf(isPlaying || at > 0 ? at : length)}
        </span>
        {ref !== null && (
          <audio
            ref={audio}
            src={mediaUrl(ref)}
            preload="metadata"
            onLoadedMetadata={(event) =>
              setLength(Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : null)
            }
            onDurationChange={(event) =>
              setLength(Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : null)
            }
            onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
            onEnded={() => setAt(0)}
            onError={() => setUnplayable(true)}
          />
        )}
      </div>
      {note && (
        <div className="voice-note">
          {state.kind === 'failed'
            ? t(downloadFailureText[state.code])
            : t(unplayable ? 'media.unplayable' : 'media.noLink')}{' '}
          <Button kind="text" tabIndex={stop} onClick={isRetryable ? fetch : onViewRaw}>
            {t(isRetryable ? 'ui.tryAgain' : 'ui.viewRaw')}
          </Button>
        </div>
      )}
    </>
  )
}
