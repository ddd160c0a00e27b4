import type { ConnectionKind } from '../../contract/instances.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { ReceivingBase } from './receiving-base.ts'
import type { CancelTimer } from '../base/ports.ts'
import type { NoticeCandidate } from './tx/notice-candidates.ts'

/** Candidates are gathered this long, so that a burst becomes one notice, ms. */
const gatherMs = 400
/** While more keeps coming, no longer than this. */
const longestMs = 5_000
/** More than so many at once are summed up. */
const single = 3
/** Older messages come from a backlog and are summarised. */
const freshMs = 2 * 60_000

/** States in which the account needs a person. */
const troubles: ReadonlySet<ConnectionKind> = new Set([
  'wrongToken',
  'wrongInstance',
  'notAuthorized',
  'suspended',
  'restricted',
  'blocked',
  'webhookSet',
  'sharedQueue',
  'quotaExceeded',
])

interface Gathered {
  readonly candidates: NoticeCandidate[]
  readonly since: number
  cancel: CancelTimer
}

/**
 * Emits notices for a person who is not looking: new messages, summarised in bursts and after absences, and problems of
 * accounts.
 */
export interface Notices {
  add(instance: InstanceKey, candidates: readonly NoticeCandidate[]): void
  start(): void
  stop(): void
}

export function createNotices({
  clock,
  store,
  instances,
  emit,
  logger,
}: Pick<ReceivingBase, 'clock' | 'store' | 'instances' | 'emit' | 'logger'>): Notices {
  const gathered = new Map<InstanceKey, Gathered>()
  let stopListening: (() => void) | null = null

  const emitNotices = async (instance: InstanceKey, candidates: readonly NoticeCandidate[]) => {
    const row = instances.get(instance)?.row()
    if (row === undefined) return
    const settings = await store.read('settings.get', undefined)
    if (!settings.notifications) return
    const { name: instanceName } = row
    // By the service's clock, as the messages are dated.
    const now = clock.now() + row.clockOffsetMs
    if (candidates.length > single || candidates.some(({ at }) => now - at > freshMs)) {
      const chats = new Set(candidates.map(({ chat }) => chat)).size
      emit({ type: 'notice', notice: { kind: 'summary', instance, instanceName, messages: candidates.length, chats } })
      return
    }
    const hidden = row.hideContent || !settings.notificationText
    for (const one of candidates) {
      emit({
        type: 'notice',
        notice: {
          kind: 'incoming',
          instance,
          instanceName,
          chat: one.chat,
          message: one.message,
          title: hidden ? instanceName : one.title,
          body: hidden || one.kind === 'call' ? '' : noticeBody(one),
          ...(one.kind === 'call' && !hidden ? { missedCall: true } : {}),
          silent: settings.notificationSound === 'none',
        },
      })
    }
  }

  const flush = (instance: InstanceKey) => {
    const batch = gathered.get(instance)
    gathered.delete(instance)
    if (batch === undefined) return
    emitNotices(instance, batch.candidates).catch((error: unknown) =>
      logger.warn({ instance, error }, 'a notice was not shown'),
    )
  }

  return {
    add(instance, candidates) {
      const loud = candidates.filter(({ muted }) => !muted)
      if (loud.length === 0) return
      const known = gathered.get(instance)
      known?.cancel()
      const batch: Gathered = known ?? { candidates: [], since: clock.monotonic(), cancel: () => undefined }
      batch.candidates.push(...loud)
      const left = Math.min(gatherMs, batch.since + longestMs - clock.monotonic())
      batch.cancel = clock.setTimer(Math.max(0, left), () => flush(instance))
      gathered.set(instance, batch)
    },
    start() {
      stopListening = instances.onConnection((instance, state, before) => {
        if (state.kind === before.kind || !troubles.has(state.kind)) return
        const instanceName = instances.get(instance)?.row().name ?? ''
        emit({ type: 'notice', notice: { kind: 'trouble', instance, instanceName, connection: state.kind } })
      })
    },
    stop() {
      stopListening?.()
      for (const { cancel } of gathered.values()) cancel()
      gathered.clear()
    },
  }
}

/** Signs for what has no text: they need no language. */
const signs: Readonly<Partial<Record<NoticeCandidate['kind'], string>>> = {
  image: '📷',
  video: '🎬',
  audio: '🎤',
  document: '📄',
  sticker: '🖼',
  location: '📍',
  contacts: '👤',
  poll: '📊',
  order: '🛒',
  product: '🛍',
  menu: '📋',
  template: '📋',
  invitation: '👥',
}

/** The text below a notice's title. */
export function noticeBody(candidate: NoticeCandidate): string {
  const sign = signs[candidate.kind]
  const text = [sign, candidate.text].filter((part) => part !== undefined && part !== '').join(' ') || '…'
  return candidate.sender === '' ? text : `${candidate.sender}: ${text}`
}
