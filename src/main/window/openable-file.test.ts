import { expect, test } from 'vitest'
import { mayBeOpened, safeFileName } from './openable-file.ts'

test.for([
  ['photo.jpg', true],
  ['Отчёт.PDF', true],
  ['setup.exe', false],
  ['run.desktop', false],
  ['a.jpg.exe', false],
  ['gpj.\u202Eexe', false],
  ['page.html', false],
  ['picture.svg', false],
  ['noextension', false],
] as const)('%s may be opened: %s', ([name, expected]) => {
  expect(mayBeOpened(name)).toBe(expected)
})

test.for([
  ['../../.bashrc', '_.._.bashrc'],
  ['con.txt', '_con.txt'],
  ['PRN', '_PRN'],
  ['aux.txt', '_aux.txt'],
  ['nul.tar', '_nul.tar'],
  ['com1.txt', '_com1.txt'],
  ['LPT9.pdf', '_LPT9.pdf'],
  ['console.txt', 'console.txt'],
  ['a/b\\c:d*e.txt', 'a_b_c_d_e.txt'],
  ['...', 'file'],
  // Windows leaves dots and spaces at the end out, and takes another ending.
  ['letter.pdf. .', 'letter.pdf'],
  ['', 'file'],
  ['con.tar.gz', '_con.tar.gz'],
  ['aux .txt', '_aux .txt'],
  ['COM¹.txt', '_COM¹.txt'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(200)}.pdf`],
  [`${'я'.repeat(300)}.pdf`, `${'я'.repeat(100)}.pdf`],
  [`${'👍'.repeat(300)}.${'👍'.repeat(300)}`, `${'👍'.repeat(50)}.${'👍'.repeat(12)}`],
] as const)('%s is saved as %s', ([name, expected]) => {
  expect(safeFileName(name)).toBe(expected)
})
