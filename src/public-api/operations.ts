import type { z } from 'zod'
import { archiveOperations } from './archive-operations.ts'
import { eventOperations } from './event-operations.ts'
import type { Operation } from './operation.ts'
import { writeOperations } from './write-operations.ts'

/** Operations of programs: the one table of which routes, document, commands and tools are made. */
export const operations = {
  ...archiveOperations,
  ...writeOperations,
  ...eventOperations,
} as const satisfies Readonly<Record<string, Operation>>

export type OperationId = keyof typeof operations
export type OperationInput<Id extends OperationId> = z.output<(typeof operations)[Id]['input']>
export type OperationOutput<Id extends OperationId> = z.output<(typeof operations)[Id]['output']>

export const operationIds = Object.keys(operations) as OperationId[]
