import { expect, test } from 'vitest'
import { isStrongPassphrase } from './passphrase-strength.ts'

test('short, common, repeated and typed-along passphrases are weak, and a few words are strong', () => {
  for (const weak of ['', 'a', 'password1', 'qwertyuiop', 'Summer2026!', 'a'.repeat(1000), 'pictures', 'kxqvwzjpg'])
    expect(isStrongPassphrase(weak), weak).toBe(false)
  for (const strong of [
    'heron waits',
    'a phrase that the team knows',
    'correct horse battery staple',
    'четыре слова о лошади',
  ])
    expect(isStrongPassphrase(strong), strong).toBe(true)
})
