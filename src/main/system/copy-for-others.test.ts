import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyForOthers } from './copy-for-others.ts'

test('a copy is its own file; what is being erased is named as gone, and another trouble is not', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'switchboard-copies-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const cached = path.join(parent, 'a1b2')
  writeFileSync(cached, 'as it came')
  const copy = await copyForOthers(cached, path.join(parent, 'opened/one'), 'Routes.pdf')
  expect(path.relative(parent, copy)).toBe(path.join('opened', 'one', 'Routes.pdf'))
  writeFileSync(copy, 'edited elsewhere')
  expect(readFileSync(cached, 'utf8')).toBe('as it came')

  rmSync(cached)
  await expect(copyForOthers(cached, path.join(parent, 'opened/two'), 'Routes.pdf')).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(copyForOthers(copy, path.join(copy, 'below'), 'Routes.pdf')).rejects.toMatchObject({ code: 'ENOTDIR' })
})
