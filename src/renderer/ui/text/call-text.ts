import { readCallCode } from '../../../contract/values.ts'
import type { MessageId, Translate } from '../../lib/translations.ts'
import type { IconName } from '../marks/icon.tsx'

type Call = ReturnType<typeof readCallCode>

const icons = { answered: 'callIn', missed: 'callMissed', rejected: 'callRejected', unanswered: 'callOut' } as const

export function callIcon({ outcome, video }: Call, isOwn = false): IconName {
  if (video === true && (outcome === 'answered' || outcome === null)) return 'video'
  if (outcome === null || (outcome === 'answered' && isOwn)) return isOwn ? 'callOut' : 'callIn'
  return icons[outcome]
}

/** "Missed call", "Group video call": what it was. */
export const callTitle = (t: Translate, { outcome, video, group }: Call): string => {
  const what = `${group === true ? 'group' : ''}${video === true ? 'Video' : 'Voice'}` as const
  const how = outcome === 'missed' || outcome === 'rejected' ? outcome : 'plain'
  return t(`call.${how}`, { what })
}

/** "3 min 12 s". @param duration seconds. */
export function callDuration(t: Translate, duration: number): string {
  const [hours, minutes, seconds] = [Math.floor(duration / 3600), Math.floor(duration / 60) % 60, duration % 60]
  return t('call.duration', { hours, minutes, seconds }).trim()
}

const lines: Readonly<Partial<Record<NonNullable<Call['outcome']>, MessageId>>> = { unanswered: 'call.unanswered' }

/** A call in one line, from its code: "Missed call", "Call, 3 min 12 s". */
export function callLine(t: Translate, code: string): string {
  const call = readCallCode(code)
  const line = call.outcome === null ? undefined : lines[call.outcome]
  const title = callTitle(t, call)
  if (line !== undefined) return t(line, { title })
  return call.duration === null ? title : `${title}, ${callDuration(t, call.duration)}`
}
