import type { Instance } from '../../src/emulator/world/instance.ts'
import type { Person } from '../../src/emulator/world/person.ts'

const minute = 60_000

/** A history of lines that the service had before this program came, and one new message, "The newest of all". */
export function historyOf(instance: Instance, person: Person, lines: number): void {
  const start = instance.now() - (lines + 10) * minute
  for (let line = 1; line <= lines; line += 1) {
    const label = 'the pallets for bay two are wrapped and labelled. '.repeat(line % 5)
    person.says(`Line ${line} ${label}`, { at: start + line * minute, notify: false })
  }
  person.says('The newest of all')
}
