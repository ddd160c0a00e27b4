import { useEffect } from 'react'
import type { AppSettings, ChatKey } from '../../contract/index.ts'
import { isInView } from '../../contract/notice-text.ts'
import { useClient } from '../client/client-context.tsx'
import { isWindowFocused } from '../lib/window-focus.ts'

/** The sounds of Settings, Notifications. Made, not loaded: nothing to fetch, nothing to license. */
type NoticeSound = 'soft' | 'clear'

interface Tone {
  /** Hz. */
  readonly frequency: number
  /** Seconds from the start of the sound. */
  readonly at: number
  /** Seconds. */
  readonly length: number
  /** Loudness at its peak, 0 to 1. */
  readonly gain: number
}

const noticeTones: Readonly<Record<NoticeSound, readonly Tone[]>> = {
  soft: [{ frequency: 660, at: 0, length: 0.22, gain: 0.08 }],
  clear: [
    { frequency: 784, at: 0, length: 0.14, gain: 0.18 },
    { frequency: 1175, at: 0.12, length: 0.26, gain: 0.18 },
  ],
}

let context: AudioContext | undefined

/** Plays a sound once. Where the platform lets no page sound before a click, it stays silent. */
function playNoticeSound(sound: NoticeSound): void {
  context ??= new AudioContext()
  const { currentTime } = context
  void context.resume().catch(() => undefined)
  for (const { frequency, at, length, gain } of noticeTones[sound]) {
    const oscillator = new OscillatorNode(context, { frequency })
    const envelope = new GainNode(context, { gain: 0 })
    // A short rise and a long fall: an abrupt edge is heard as a click.
    envelope.gain.setValueAtTime(0, currentTime + at)
    envelope.gain.linearRampToValueAtTime(gain, currentTime + at + 0.01)
    envelope.gain.exponentialRampToValueAtTime(0.0001, currentTime + at + length)
    oscillator.connect(envelope).connect(context.destination)
    oscillator.start(currentTime + at)
    oscillator.stop(currentTime + at + length)
  }
}

/** At most one sound in this many milliseconds, however much arrives. */
const quietMs = 1500

/** Sounds for what arrives while the person appearance elsewhere. Core says which notices are silent. */
export function useNoticeSound(openChat: ChatKey | null, sound: AppSettings['notificationSound']): void {
  const client = useClient()
  useEffect(() => {
    if (sound === 'none') return undefined
    let lastAt = Number.NEGATIVE_INFINITY
    return client.onEvent((event) => {
      if (event.type !== 'notice' || event.notice.kind === 'trouble') return
      const { notice } = event
      if (isInView(notice, { focused: isWindowFocused(), openChat })) return
      if (notice.kind === 'incoming' && notice.silent) return
      const now = performance.now()
      if (now - lastAt < quietMs) return
      lastAt = now
      playNoticeSound(sound)
    })
  }, [client, sound, openChat])
}
