import { expect, it } from 'vitest'
import type { ConnectionKind, InstanceSummary } from '../../../../contract/instances.ts'
import { folderNames, folderSums, inRailOrder, railRows, readClosedFolders } from './rail-rows.ts'

const instance = (key: number, folder = '', kind: ConnectionKind = 'live', unreadMessages = 0): InstanceSummary =>
  ({ key, folder, unreadMessages, connection: { kind, since: 0, receiving: true } }) as unknown as InstanceSummary

const list = [
  instance(1),
  instance(2, 'Riga', 'live', 3),
  instance(3),
  instance(4, 'Riga', 'unreachable', 4),
  instance(5, 'Tartu', 'live'),
  instance(6, 'Riga', 'notAuthorized'),
]

it('puts a folder at the place of its first instance, with all of its instances', () => {
  expect(
    railRows(list).map((row) =>
      row.kind === 'folder' ? [row.name, row.members.map(({ key }) => key)] : row.instance.key,
    ),
  ).toEqual([1, ['Riga', [2, 4, 6]], 3, ['Tartu', [5]]])
  expect(inRailOrder(list).map(({ key }) => key)).toEqual([1, 2, 4, 6, 3, 5])
  expect(folderNames(list)).toEqual(['Riga', 'Tartu'])
})

it('sums a folder: unread messages, instances that need a person, the gravest state', () => {
  const sumsOf = (name: string) => folderSums(list.filter(({ folder }) => folder === name))
  expect(sumsOf('Riga')).toEqual({ unread: 7, attention: 2, tone: 'error' })
  expect(sumsOf('Tartu')).toEqual({ unread: 0, attention: 0, tone: 'live' })
})

it.each([
  [null, []],
  ['["Riga",3]', ['Riga']],
  ['{"Riga":1}', []],
  ['[', []],
])('of the stored text %j the closed folders are %j', (text, names) => {
  expect([...readClosedFolders(text)]).toEqual(names)
})
