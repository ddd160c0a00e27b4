import os from 'node:os'

/** What else the machine did: a figure of milliseconds is worth little without it. */
export const machineLoad = (): string =>
  `load ${os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')} on ${os.availableParallelism()} cores`
