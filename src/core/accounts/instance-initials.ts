import type { InstanceKey } from '../../contract/ids.ts'
import { distinctLetters } from '../../contract/tile-letters.ts'
import type { InstanceRuntime } from './instance-runtime.ts'

/** Tile letters of all instances; the instance added first keeps its letters. Recomputed only when a name changes. */
export function createInitials(): (list: readonly InstanceRuntime[]) => ReadonlyMap<InstanceKey, string> {
  let known: { readonly of: string; readonly letters: ReadonlyMap<InstanceKey, string> } = {
    of: '',
    letters: new Map(),
  }
  return (list) => {
    const named = list
      .map((runtime) => ({ key: runtime.key, name: runtime.row().name }))
      .toSorted((a, b) => a.key - b.key)
    const of = JSON.stringify(named)
    if (known.of !== of) {
      const letters = distinctLetters(named.map(({ name }) => name))
      known = { of, letters: new Map(named.map(({ key }, index) => [key, letters[index] ?? ''])) }
    }
    return known.letters
  }
}
