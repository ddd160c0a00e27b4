import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MediaContent } from '../../../contract/index.ts'
import { saveName, typeText } from './media-files.ts'

const content = (fileName: string, mimeType: string, kind = 'document') =>
  ({ fileName, mimeType, kind }) as MediaContent & { kind: string }

it.each([
  ['Routes 19 November.pdf', 'application/pdf', 'Routes 19 November.pdf'],
  ['', 'image/jpeg; charset=x', 'image.jpg', 'image'],
  ['../../etc/passwd', '', '....etcpasswd'.replace(/^\.+/, '')],
  ['annexe\u202Efdp.exe', '', 'annexefdp.exe'],
  ['photo', 'image/png', 'photo.png'],
])('saves %j (%s) as %j', (name, type, saved, kind = 'document') =>
  expect(saveName(content(name, type, kind))).toBe(saved),
)

it('never gives a name with a path, a control or a turn of direction in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const saved = saveName(content(name, 'application/pdf'))
      expect(saved).not.toMatch(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/u)
      expect(saved).not.toBe('')
    }),
  )
})

it('names a type by its extension', () => {
  expect(typeText(content('a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'))).toBe('XLSX')
  expect(typeText(content('', 'application/pdf'))).toBe('PDF')
  expect(typeText(content('', ''))).toBe('')
  expect(typeText(content('', 'application/vnd.oasis.opendocument.text'))).toBe('')
})
