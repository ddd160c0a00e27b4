import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameAsFile, sentName } from './file-name.ts'

it.each([
  ['Invoice 4821.pdf', '', 'Invoice 4821.pdf'],
  ['scan', 'application/pdf', 'scan.pdf'],
  ['scan', '', 'scan.bin'],
  ['Makefile', 'text/plain', 'Makefile.txt'],
  ['a/b\\c:d.txt', '', 'a_b_c_d.txt'],
  ['photo\u202egpj.exe', '', 'photogpj.exe'],
  ['\ufeff  list .csv', '', 'list.csv'],
  ['archive.tar.gz', '', 'archive.tar.gz'],
  ['report.', 'application/pdf', 'report.pdf'],
  ['version 1.0 (final)', '', 'version 1.0 (final).bin'],
  ['.gitignore', '', 'file.gitignore'],
  ['', 'image/png', 'file.png'],
  ['..', '', 'file.bin'],
  ['отчёт.docx', '', 'отчёт.docx'],
  [`${'я'.repeat(300)}.pdf`, '', `${'я'.repeat(100)}.pdf`],
  [`${'😀'.repeat(300)}.pdf`, '', `${'😀'.repeat(50)}.pdf`],
  ['half\ud83d.pdf', '', 'half\ufffd.pdf'],
])('%j of type %j goes as %j', (given, type, sent) => {
  expect(sentName(given, type)).toBe(sent)
})

it('gives every name an ending, a bearable length and no place in any folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 20 }), (given, type) => {
      const name = sentName(given, type)
      expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\p{Cf}]+\.[\p{L}\p{N}_-]{1,16}$/u)
      expect(name.length).toBeLessThanOrEqual(255)
      expect(sentName(name, type)).toBe(name)
    }),
  )
})

it('lets a picture arrive as a file under a name of no picture', () => {
  expect(nameAsFile('moss.JPG')).toBe('moss.JPG.bin')
  expect(nameAsFile('list.pdf')).toBe('list.pdf')
})
