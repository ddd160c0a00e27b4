import type { ProgramKey } from '../../../contract/ids.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'

/**
 * Whether a program has connected with the key that is shown: then whoever set it up has the key, also if they typed it
 * or dragged it over.
 * @param program null: none is shown
 */
export function useHasConnected(program: ProgramKey | null): boolean {
  const details = useContractQuery(
    'programs.details',
    { program: program ?? (0 as ProgramKey) },
    { enabled: program !== null },
  ).data
  return program !== null && details !== undefined && details.lastContactAt !== null
}
