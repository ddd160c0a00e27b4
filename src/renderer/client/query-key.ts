import type { Input, QueryName } from '../../contract/index.ts'

export type ContractQueryKey<Name extends QueryName = QueryName> = readonly [Name, Input<Name>]

/** The cache key of a read: its name and its input. */
export const queryKey = <Name extends QueryName>(name: Name, input: Input<Name>): ContractQueryKey<Name> => [
  name,
  input,
]
