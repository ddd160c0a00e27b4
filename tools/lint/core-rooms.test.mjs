import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { coreLevels } from './layers.mjs'

const rooms = coreLevels.flatMap((level, index) => level.map((room) => `${index} ${room}`))

test('every room of core has a level, and every level names rooms that exist', () => {
  const sources = readdirSync(path.join(projectRoot, 'src/core'), { recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  )
  const folders = new Set(
    sources.map((file) => file.split(path.sep)).flatMap(([room, ...rest]) => (rest.length > 0 ? [room] : [])),
  )
  folders.delete('testing')
  expect(coreLevels.flat().toSorted()).toEqual([...folders].toSorted())
})

test('the table of rooms in the architecture page is that of the lint', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/architecture.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) \| `([a-z-]+)\/` \|/gm)].map(([, level, room]) => `${level} ${room}`)
  expect(rows).toEqual(rooms)
})

test("a room's intents stand in one file, which is named after it", () => {
  const names = readdirSync(path.join(projectRoot, 'src/core'), { recursive: true })
    .map((file) => file.split(path.sep))
    .filter((parts) => parts.at(-1)?.endsWith('-intents.ts') && parts.at(-2) === 'tx')
    // The request log is a store of its own.
    .filter((parts) => parts.at(-1) !== 'request-log-intents.ts')
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((parts) => parts.at(-1) !== `${parts.at(-3)}-intents.ts`)).toEqual([])
})
