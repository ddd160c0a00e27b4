import { useQuery } from '@tanstack/react-query'
import type { Output } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { queryKey } from './use-contract-query.ts'

const hasRows = ({ rows }: Output<'programs.list'>): boolean => rows.length > 0

/** Whether there are programs. The list itself changes with each event that a program reads. */
export function useHasPrograms(): boolean {
  const client = useClient()
  const { data = false } = useQuery({
    queryKey: queryKey('programs.list', {}),
    queryFn: ({ signal }) => client.call('programs.list', {}, { signal }),
    select: hasRows,
  })
  return data
}
