import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyForOthers, saveCopy } from './copy-for-others.ts'

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

test('a file that is erased while the person chooses a place is named as gone; a place that is missing, as not written', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'switchboard-copies-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const cached = path.join(parent, 'a1b2')
  const chosen = path.join(parent, 'Routes.pdf')
  writeFileSync(cached, 'as it came')
  await saveCopy(cached, chosen)
  expect(readFileSync(chosen, 'utf8')).toBe('as it came')
  await expect(saveCopy(cached, path.join(parent, 'missing/Routes.pdf'))).rejects.toMatchObject({
    data: { code: 'fileNotSaved', details: { reason: 'ENOENT' } },
  })

  rmSync(cached)
  for (const target of [chosen, path.join(parent, 'missing/Routes.pdf')]) {
    await expect(saveCopy(cached, target)).rejects.toMatchObject({ code: 'notFound' })
  }
  expect(readFileSync(chosen, 'utf8')).toBe('as it came')
})
