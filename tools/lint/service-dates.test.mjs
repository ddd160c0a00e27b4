import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { staleFacts } from './service-dates.mjs'

test('a fact that was read more than 120 days ago is listed with its line', () => {
  const page = ['no day', 'read 2026-03-01', 'Read on 2026-10-01, and read 2026-03-01', 'read 2026-99-99'].join('\n')
  expect(staleFacts(page, Date.UTC(2026, 10, 27))).toEqual([{ line: 2, days: 271 }])
})

test('the page of the service says which of its facts to read again, which fails nothing', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/service.md'), 'utf8')
  for (const { line, days } of staleFacts(page, Date.now()))
    console.info(`docs/service.md:${line} was read ${days} days ago`)
  expect(page).toMatch(/\bread \d{4}-\d{2}-\d{2}/)
})
