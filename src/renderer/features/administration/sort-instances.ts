import type { SteadyInstance, ServiceFamily } from '../../../contract/instances.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { needsAttention } from './instance-facts.ts'

export const instanceFilters = ['all', 'attention', 'authorized', 'notAuthorized', 'starting', 'unknown'] as const
export type InstanceFilter = (typeof instanceFilters)[number]
export type InstanceSort = 'name' | 'state' | 'account'

export interface InstanceListing {
  readonly text: string
  readonly filter: InstanceFilter
  /** Empty: every family. */
  readonly families?: readonly ServiceFamily[]
  /** Ids of receivers; empty: whoever receives. */
  readonly receivers?: readonly string[]
  /** The receiver of an instance. */
  readonly receiverOf?: (instance: SteadyInstance) => string
  readonly sort: { readonly by: InstanceSort; readonly direction: 'asc' | 'desc' }
}

const fits: Readonly<Record<InstanceFilter, (instance: SteadyInstance) => boolean>> = {
  all: () => true,
  attention: needsAttention,
  authorized: ({ authorization }) => authorization === 'authorized',
  notAuthorized: ({ authorization }) => authorization === 'notAuthorized',
  starting: ({ connection }) => connection.kind === 'starting',
  unknown: ({ authorization }) => authorization === 'unknown',
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

const weight = (instance: SteadyInstance): number => (fits.attention(instance) ? 1 : 0)

const orders: Readonly<Record<InstanceSort, (a: SteadyInstance, b: SteadyInstance) => number>> = {
  name: (a, b) => collator.compare(a.name, b.name),
  account: (a, b) => collator.compare(a.wid ?? '', b.wid ?? ''),
  // Those that need a person first, by since when; the others by name, whenever they connected.
  state: (a, b) => weight(a) - weight(b) || (weight(a) === 0 ? 0 : b.connection.since - a.connection.since),
}

/** The instances that fit, in order. A search finds names, ids and the account's own number. */
export function shownInstances(
  instances: readonly SteadyInstance[],
  { text, filter, sort, families = [], receivers = [], receiverOf = () => '' }: InstanceListing,
): readonly SteadyInstance[] {
  const finds = filterBy(text)
  const order = orders[sort.by]
  const way = sort.direction === 'asc' ? 1 : -1
  return instances
    .filter(fits[filter])
    .filter(({ family }) => families.length === 0 || families.includes(family))
    .filter((instance) => receivers.length === 0 || receivers.includes(receiverOf(instance)))
    .filter(({ name, idInstance, wid }) => finds(name, idInstance, wid))
    .toSorted((a, b) => way * order(a, b) || collator.compare(a.name, b.name))
}
