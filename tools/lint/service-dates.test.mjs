import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { staleFacts, undatedRows } from './service-dates.mjs'

test('a fact that was read more than 120 days ago is listed with its line', () => {
  const page = ['no day', 'read 2026-03-01', 'Read on 2026-10-01, and read 2026-03-01', 'read 2026-99-99'].join('\n')
  expect(staleFacts(page, Date.UTC(2026, 10, 27))).toEqual([{ line: 2, days: 271 }])
})

test('a row has a day of its own, or one at the beginning of its section or of one around it', () => {
  const table = ['| a | b |', '| - | --- |', '| c | d |', '| e | read 2026-10-01 |']
  expect(undatedRows(['## 1', '', ...table].join('\n'))).toEqual([5])
  expect(undatedRows(['## 1', 'Read', 'on 2026-10-01.', '### 1.1', ...table].join('\n'))).toEqual([])
  expect(undatedRows(['## 1', 'Read on 2026-10-01.', '## 2', ...table].join('\n'))).toEqual([6])
  expect(undatedRows(['# Read on 2026-10-01.', ...table, '## 1', ...table].join('\n'))).toEqual([9])
  expect(undatedRows(['## 1', ...table, 'Read on 2026-10-01.'].join('\n'))).toEqual([4])
})

test('every row of the page of the service has the day on which its source was read', () => {
  expect(undatedRows(readFileSync(path.join(projectRoot, 'docs/service.md'), 'utf8'))).toEqual([])
})

test('the page of the service says which of its facts to read again, which fails nothing', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/service.md'), 'utf8')
  for (const { line, days } of staleFacts(page, Date.now()))
    console.info(`docs/service.md:${line} was read ${days} days ago`)
  expect(page).toMatch(/\bread \d{4}-\d{2}-\d{2}/)
})
