import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { operationNames, operations, type Operation } from '../../api/operations.ts'
import { capabilities } from '../../api/families.ts'
import { deleteWindowMs, editWindowMs, mostFileBytes } from '../../contract/values.ts'

const hourMs = 3_600_000
const families = ['v3', 'whatsapp', 'telegram'] as const

/** Cells of the table in docs/guide.md, by operation. */
const rows = new Map(
  readFileSync(path.resolve(import.meta.dirname, '../../../docs/guide.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const operation = /^`(\w+)`$/.exec(cells[2] ?? '')?.[1]
      return operation === undefined ? [] : [[operation, cells.slice(3, 6)] as const]
    }),
)

test('the guide names every operation that sends or changes a message, and no other', () => {
  // What changes an account, a group or a contact is done at most once too, and may refuse in words.
  const sending = operationNames.filter((name) => {
    const { retry, refusesInText }: Operation = operations[name]
    return retry === 'never' && refusesInText !== true
  })
  expect([...rows.keys()].toSorted()).toEqual(sending.toSorted())
})

test('the guide says for how long each family lets a message be changed and deleted', () => {
  const waitText = (ms: number | null) =>
    ms === null ? 'at any time' : ms < hourMs ? `for ${ms / 60_000} minutes` : `for ${ms / hourMs} hours`
  expect(rows.get('editMessage')).toEqual(families.map((family) => waitText(editWindowMs(family))))
  expect(rows.get('deleteMessage')).toEqual(families.map((family) => waitText(deleteWindowMs(family))))
})

test('the guide says how large a file may be, and which kinds keep their caption', () => {
  const waitText = { image: 'images', video: 'videos', document: 'documents' } as const
  const captioned = families.map((family) => {
    const kinds = capabilities[family].files.captioned.flatMap((kind) =>
      kind in waitText ? [waitText[kind as keyof typeof waitText]] : [],
    )
    return `with ${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`
  })
  expect(rows.get('sendFileByUrl')).toEqual(captioned)
  for (const family of families)
    expect(new Set(Object.values(capabilities[family].files.maxBytes))).toEqual(new Set([mostFileBytes]))
})
