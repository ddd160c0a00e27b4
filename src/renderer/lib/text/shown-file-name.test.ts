import { expect, it } from 'vitest'
import { shownFileName } from './shown-file-name.ts'

it.each([
  ['Routes.pdf', 'Routes.pdf'],
  ['annexe\u202Efdp.exe', 'annexefdp.exe'],
  ['\u2067\u200Fgpj.\u202Dexe\u2069', 'gpj.exe'],
  ['مسار.pdf', 'مسار.pdf'],
])('shows %j as %j', (name, shown) => expect(shownFileName(name)).toBe(shown))
