import { expect, test } from 'vitest'
import { deriveCheapKey } from '../../testing/cheap-key.ts'
import { checkedText, isKeyOf, openTeamKey, openToken, sealText, sealToken } from './sealed-token.ts'

const row = { apiUrl: 'https://api.example', idInstance: '1101000001', mediaUrl: '' }

test('a sealed token opens with the team’s passphrase alone, and for the address that it was sealed for', async () => {
  const key = await deriveCheapKey('passphrase of the team')
  const checkValue = sealText(key, checkedText)
  const token = sealToken(key, row, 'secret')
  const opened = await openTeamKey('passphrase of the team', checkValue)
  if (opened === null) throw new Error('The passphrase opens it.')
  expect(openToken(opened, { ...row, token })).toMatchObject({ token: 'secret', mediaUrl: '' })
  // Who can write to the database sends the token to a service of their own.
  expect(openToken(opened, { ...row, token, apiUrl: 'https://evil.example' })).toBeNull()
  expect(openToken(opened, { ...row, token, idInstance: '1101000002' })).toBeNull()

  const other = await deriveCheapKey('another passphrase')
  expect(await openTeamKey('another passphrase', checkValue)).toBeNull()
  expect(isKeyOf(other, checkValue)).toBe(false)
  expect(isKeyOf(opened, checkValue)).toBe(true)
  expect(openToken(other, { ...row, token })).toBeNull()
  // Sealed with the key, but no check value.
  expect(isKeyOf(key, token)).toBe(false)
})

test('what a member sealed that is no token opens as none, and as no error', async () => {
  const key = await deriveCheapKey('passphrase of the team')
  const open = (sealed: string) => openToken(key, { ...row, token: sealed })
  expect(open(sealToken(key, row, 'a1b2c3'))).not.toBeNull()
  for (const token of ['', '..', 'a/b', 'a b', '\ud800abcdefgh']) expect(open(sealToken(key, row, token))).toBeNull()
  for (const text of ['no JSON', '{"token":"a1b2c3"}', 'null']) expect(open(sealText(key, text))).toBeNull()
})
