import type { InstanceSummary, SteadyInstance } from '../../../../contract/instances.ts'
import { connectionTones, needsPerson, type ConnectionTone } from '../../../lib/connection-tones.ts'

/** A row of the rail: an instance, or a folder at the place of its first instance. */
export type RailRow =
  | { readonly kind: 'instance'; readonly instance: InstanceSummary }
  | { readonly kind: 'folder'; readonly name: string; readonly members: readonly InstanceSummary[] }

/** The rows of the rail, in the order of the instances. */
export function railRows(instances: readonly InstanceSummary[]): readonly RailRow[] {
  const folders = Map.groupBy(instances, ({ folder }) => folder)
  return instances.flatMap((instance): readonly RailRow[] => {
    if (instance.folder === '') return [{ kind: 'instance', instance }]
    const members = folders.get(instance.folder) ?? []
    return members[0] === instance ? [{ kind: 'folder', name: instance.folder, members }] : []
  })
}

/** The instances in the order in which the rail has them, also those of closed folders. */
export const inRailOrder = (instances: readonly InstanceSummary[]): readonly InstanceSummary[] =>
  railRows(instances).flatMap((row) => (row.kind === 'folder' ? row.members : [row.instance]))

export interface FolderSums {
  readonly unread: number
  /** How many need a person. */
  readonly attention: number
  /** The gravest state of its instances. */
  readonly tone: ConnectionTone
}

const gravity: readonly ConnectionTone[] = ['live', 'idle', 'paused', 'warn', 'error']

export function folderSums(members: readonly InstanceSummary[]): FolderSums {
  const tones = members.map(({ connection }) => connectionTones[connection.kind])
  return {
    unread: members.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0),
    attention: members.filter(({ connection }) => needsPerson(connection.kind)).length,
    tone: tones.reduce((worst, tone) => (gravity.indexOf(tone) > gravity.indexOf(worst) ? tone : worst), 'live'),
  }
}

/** The names of folders, as the rail has them. */
export const folderNames = (instances: readonly SteadyInstance[]): readonly string[] => [
  ...new Set(instances.map(({ folder }) => folder).filter((name) => name !== '')),
]

/** Names out of a stored text; none where it can't be read. */
export function readClosedFolders(text: string | null | undefined): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}
