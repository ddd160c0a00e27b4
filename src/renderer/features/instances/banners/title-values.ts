import type { SteadyInstance } from '../../../../contract/instances.ts'
import type { Times } from '../../../lib/time/times.ts'

/** Values for the title of any state of an instance. A title that names more has a gap. */
export const titleValues = (
  { name, connection: { until } }: { readonly name: string; readonly connection: Pick<Connection, 'until'> },
  times: Pick<Times, 'dateTime'>,
) => ({
  name,
  until: until === undefined ? '' : times.dateTime(until),
  hasUntil: until === undefined ? 'no' : 'yes',
})

type Connection = SteadyInstance['connection']
