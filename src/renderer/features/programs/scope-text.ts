import type { Label, LabelKey, ProgramRow, ProgramScope, SteadyInstance } from '../../../contract/index.ts'
import type { Translate } from '../../lib/translations.ts'
import { eventKindText } from '../../ui/inspector/event-kind.tsx'

/** Kinds of events that a person can choose before any has come; the service has more, which are offered once seen. */
export const usualKinds = [
  'incomingMessageReceived',
  'outgoingMessageReceived',
  'outgoingAPIMessageReceived',
  'outgoingMessageStatus',
  'incomingCall',
  'outgoingCall',
  'pollUpdate',
  'stateInstanceChanged',
  'statusInstanceChanged',
  'quotaExceeded',
  'incomingBlock',
  'avatarInfo',
  'deviceInfo',
] as const

/** The instances of a scope, by name. */
export const instancesText = (t: Translate, scope: ProgramScope, instances: readonly SteadyInstance[]): string =>
  scope.instances === null
    ? t('programs.allInstances')
    : scope.instances
        .map((key) => instances.find((instance) => instance.key === key)?.name ?? t('programs.removedInstance'))
        .join(', ')

/** How a program gets its events, and whether it belongs to the team. */
export const protocolText = (t: Translate, { protocol, team }: Pick<ProgramRow, 'protocol' | 'team'>): string =>
  team === null
    ? t(`programs.protocol.${protocol}`)
    : t('programs.protocolOfTeam', { protocol: t(`programs.protocol.${protocol}`) })

/** Kinds and groups of a scope. */
export function eventsText(t: Translate, { kinds, groups }: ProgramScope): string {
  const what =
    kinds === null ? t('programs.allKinds') : kinds.map((typeWebhook) => eventKindText(t, typeWebhook)).join(', ')
  return groups ? what : t('programs.withoutGroups', { what })
}

export const labelNames = (labels: readonly LabelKey[], known: ReadonlyMap<LabelKey, Label>): string =>
  labels.map((key) => known.get(key)?.name ?? '?').join(', ')
