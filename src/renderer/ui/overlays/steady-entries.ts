import type { MenuEntry } from './menu-model.ts'

export interface SteadyEntry {
  /** Unique in the menu, and the entry's own while the menu is open. */
  readonly key: string
  readonly entry: MenuEntry
}

/**
 * The entries of an open menu, each at the place where it first stood: otherwise a click could meet an entry that
 * moved under the pointer. Their labels follow what changes, new entries come last, and what no longer applies stays,
 * disabled.
 */
export class SteadyEntries {
  readonly #known = new Map<string, MenuEntry>()

  follow(entries: readonly MenuEntry[]): readonly SteadyEntry[] {
    const present = new Set<string>()
    for (const entry of entries) {
      const key = unusedKey(entry, present)
      present.add(key)
      // A key that is set again keeps its place.
      this.#known.set(key, entry)
    }
    return [...this.#known].map(([key, entry]) => ({ key, entry: present.has(key) ? entry : withdrawn(entry) }))
  }
}

/** Two colleagues may have one name, and separators have none. */
function unusedKey(entry: MenuEntry, used: ReadonlySet<string>): string {
  const name = entry.kind === 'separator' ? '' : ((entry.kind === 'item' ? entry.id : undefined) ?? entry.label)
  let copy = 0
  while (used.has(`${entry.kind}:${copy}:${name}`)) copy += 1
  return `${entry.kind}:${copy}:${name}`
}

function withdrawn(entry: MenuEntry): MenuEntry {
  if (entry.kind === 'separator' || entry.kind === 'label') return entry
  return { kind: 'item', label: entry.label, disabled: true, run: () => undefined }
}
