import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { purposeText } from './purpose-text.ts'

const core = path.join(import.meta.dirname, '../../../core')

/** Rooms whose `purpose` is not a call's: programs of the customer have one too. */
const others = /^(?:programs|subscriptions|team|schema)\//

/** The purposes that stand in a source: given as such, or to a function that takes one. */
function purposesIn(source: string): readonly string[] {
  const given = [...source.matchAll(/\bpurpose(?: =|:) ['`]([a-zA-Z.]+)/gu)]
  const takes = /\bpurpose: string/u.test(source)
  return [
    ...given,
    ...(takes ? source.matchAll(/(?<!\| )'((?:groups|chats|login|history)\.[a-zA-Z]+)'(?![:(])/gu) : []),
  ].map(([, purpose = '']) => purpose)
}

it('has words for every purpose of core’s calls', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'))
  const sources = files.filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|testing\//.test(file) && !others.test(file),
  )
  const purposes = new Set(sources.flatMap((file) => purposesIn(readFileSync(path.join(core, file), 'utf8'))))
  expect(purposes.size).toBeGreaterThan(50)
  expect([...purposes].filter((purpose) => purposeText(purpose) === null)).toEqual([])
})

it.each([
  ['receive', 'receive'],
  ['receive.delete', 'confirm'],
  ['receive.settings', 'settings'],
  ['sending', 'send'],
  ['sending.follow', 'follow'],
  ['messages.edit', 'act'],
  ['messages.poll', 'status'],
  ['settings.read', 'settings'],
  ['settings.save', 'change'],
])('the purpose %s has words of its own: %s', (purpose, text) => {
  expect(purposeText(purpose)).toBe(`requests.purpose.${text}`)
})

it('has no words for a purpose that core does not have', () => expect(purposeText('unknown')).toBeNull())
