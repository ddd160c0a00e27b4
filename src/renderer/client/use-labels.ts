import { useMemo } from 'react'
import type { Label, LabelKey } from '../../contract/index.ts'
import { useContractQuery } from './use-contract-query.ts'

export type KnownLabels = ReadonlyMap<LabelKey, Label>

/** Every label there is, in the order of their names; the same object until one of them changes. */
export function useLabels(): KnownLabels {
  const { data } = useContractQuery('labels.list', {})
  return useMemo(() => new Map(data?.map((label) => [label.key, label])), [data])
}

const none: readonly Label[] = []

/** The labels of a chat, by name. */
export const labelsOf = (known: KnownLabels, keys: readonly LabelKey[]): readonly Label[] =>
  keys.length === 0 ? none : [...known.values()].filter(({ key }) => keys.includes(key))
