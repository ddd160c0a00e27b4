import type { InstanceSummary, SteadyInstance } from '../../../contract/instances.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { capital } from '../../lib/text/capital.ts'
import type { Times } from '../../lib/time/times.ts'
import type { Translate } from '../../lib/translations.ts'

/** The state of an instance in a few words, for the rail and lists: "live", "not authorized". */
export const stateText = (t: Translate, { connection }: SteadyInstance): string =>
  t(`instances.state.${connection.kind}`)

/** States whose beginning is worth knowing. */
const withSince: ReadonlySet<string> = new Set([
  'paused',
  'wrongToken',
  'wrongInstance',
  'notAuthorized',
  'suspended',
  'restricted',
  'blocked',
  'webhookSet',
  'unreachable',
  'quotaExceeded',
  'serviceTrouble',
])

/** The same with its beginning, for the header: "Not authorized since 14:19". */
export function headerText(t: Translate, times: Times, instance: InstanceSummary, now: number): string {
  const { connection, lastReceivedAt, sync } = instance
  const wording = stateText(t, instance)
  const state = capital(wording)
  if (connection.kind === 'live' && sync && sync.finishedAt === undefined) {
    return sync.arriving === true && sync.done === sync.total
      ? t('instances.arriving', { done: sync.done })
      : t('instances.syncing', { done: sync.done, total: sync.total })
  }
  if (connection.kind === 'live' && instance.historySyncProgress !== null)
    return t('instances.historySync', { state, percent: instance.historySyncProgress })
  if (connection.kind === 'live' && lastReceivedAt !== null) {
    return t('instances.lastReceived', { state, time: times.ago(lastReceivedAt, now) })
  }
  return withSince.has(connection.kind)
    ? t('instances.since', { state, time: times.sentence(connection.since, now) })
    : state
}

/**
 * Which desk receives for an instance that a team shares: "received by Anna’s desk". `isStopped`: nobody can now. Null
 * where no team shares it.
 */
export function readerText(
  t: Translate,
  team: JoinedTeam | null,
  { key }: Pick<SteadyInstance, 'key'>,
): { readonly wording: string; readonly isStopped: boolean } | null {
  const row = team?.instances.find(({ instance }) => instance === key)
  if (team === null || row === undefined) return null
  if (team.state === 'away') return { wording: t('instances.team.stopped'), isStopped: true }
  if (team.state === 'refused') return { wording: t('instances.team.refused'), isStopped: true }
  if (!row.isKnown) return null
  if (row.isThis) return { wording: t('instances.team.byThis'), isStopped: false }
  const reader = team.members.find(({ desk }) => desk === row.reader)
  if (row.reader === null || reader === undefined) return { wording: t('instances.team.byNobody'), isStopped: false }
  return { wording: t('instances.team.by', { name: reader.name }), isStopped: false }
}
