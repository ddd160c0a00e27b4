import { describe, expect, test } from 'vitest'
import type { MenuEntry } from './menu-model.ts'
import { SteadyEntries } from './steady-entries.ts'

const item = (label: string, id?: string): MenuEntry => ({
  kind: 'item',
  label,
  ...(id === undefined ? {} : { id }),
  run: () => undefined,
})
const separator: MenuEntry = { kind: 'separator' }

function shownBy(steady: SteadyEntries, entries: readonly MenuEntry[]): readonly string[] {
  return steady.follow(entries).map(({ entry }) => {
    if (entry.kind === 'separator') return '-'
    return entry.kind === 'item' && entry.disabled === true ? `(${entry.label})` : entry.label
  })
}

describe('the entries of an open menu', () => {
  test('stay where they are when others come, which stand last', () => {
    const steady = new SteadyEntries()
    shownBy(steady, [item('Groups'), separator, item('Drafts 1', 'drafts')])
    const entries = [item('Unread 12'), item('Groups'), separator, item('Drafts 2', 'drafts'), separator, item('Mine')]
    expect(shownBy(steady, entries)).toEqual(['Groups', '-', 'Drafts 2', 'Unread 12', '-', 'Mine'])
  })

  test('keep their key while their label changes, so that a click meets what was pressed', () => {
    const steady = new SteadyEntries()
    const before = steady.follow([item('Drafts 1', 'drafts')])
    const after = steady.follow([item('Unread 12'), item('Drafts 2', 'drafts')])
    expect(after[0]?.key).toBe(before[0]?.key)
  })

  test('can not be chosen after they went, and can be again when they are back', () => {
    const steady = new SteadyEntries()
    shownBy(steady, [item('Approve'), item('Dismiss')])
    expect(shownBy(steady, [item('Dismiss')])).toEqual(['(Approve)', 'Dismiss'])
    expect(shownBy(steady, [item('Approve'), item('Dismiss')])).toEqual(['Approve', 'Dismiss'])
  })

  test('are all shown, whatever their names', () => {
    const steady = new SteadyEntries()
    const entries = [item('Anna'), item('Anna'), separator, separator, item('constructor')]
    expect(shownBy(steady, entries)).toEqual(['Anna', 'Anna', '-', '-', 'constructor'])
    expect(new Set(steady.follow(entries).map(({ key }) => key)).size).toBe(5)
  })
})
