import type { ReactNode } from 'react'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { InstanceMark } from '../marks/instance-tile.tsx'

export interface MarkedCellProps {
  /** The instance of the row where rows of several are mixed; undefined where there is only one. */
  readonly instance: SteadyInstance | undefined
  readonly children: ReactNode
}

/** A table cell with the mark of the row's instance before its content. */
export const MarkedCell = ({ instance, children }: MarkedCellProps) => (
  <span className="cellrow">
    {instance && (
      <span title={instance.name}>
        <InstanceMark colour={instance.colour} />
      </span>
    )}
    {children}
  </span>
)
