import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { matchRanges } from '../features/palette/match-ranges.ts'
import { en as palette } from '../features/palette/messages.en.ts'
import { settingPlaces } from '../features/palette/setting-places.ts'
import { en as settings } from '../features/settings/messages.en.ts'

/** The texts of the rows that are asked for below. */
const texts: Readonly<Record<string, string>> = { ...palette, ...settings }

/** Rows that are there at times alone, and what says something and sets nothing. */
const left = [
  'settings.programSendsPaused',
  'settings.newEventIdsTitle',
  'settings.setAside',
  'settings.version',
  'settings.runsOn',
  'settings.sandbox',
]

test('the palette finds every row of the settings, in the section where it stands', () => {
  const folder = path.resolve(import.meta.dirname, '../features/settings')
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('-section.tsx'))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      const section = /name="([\w-]+)"/.exec(text)?.[1]
      const titles = [...text.matchAll(/<(?:Option|Switch)Row\s+title=\{t\('([\w.]+)'/g)].map(([, title]) => title)
      return titles.map((title) => `${section} ${title}`)
    })
    .filter((row) => !left.some((title) => row.endsWith(` ${title}`)))
  expect(rows.length).toBeGreaterThan(25)
  const places = settingPlaces.map(({ section, title }) => `${section} ${title}`)
  expect(rows.filter((row) => !places.includes(row))).toEqual([])
})

test.for([
  ['lock', 'settings.tokens'],
  ['delete', 'settings.deleteAll'],
  ['backup', 'backup.row'],
  ['export', 'backup.row'],
  ['language', 'settings.language'],
  ['dark', 'settings.appearance'],
  ['webhook', 'settings.programs'],
])('%s finds %s', ([text = '', title]) => {
  const found = settingPlaces.filter((place) =>
    [place.title, place.words].some((id) => id !== undefined && matchRanges(texts[id] ?? '', text)),
  )
  expect(found.map((place) => place.title)).toContain(title)
})
