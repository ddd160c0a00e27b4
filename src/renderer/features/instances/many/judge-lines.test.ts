import { expect, it } from 'vitest'
import type { InstanceKey } from '../../../../contract/ids.ts'
import type { ManyLine } from './judge-lines.ts'
import { judgeLines, tokenGiven } from './judge-lines.ts'

const good: ManyLine = {
  key: 1,
  line: 1,
  name: 'Order desk',
  apiUrl: 'https://api.example.com',
  idInstance: '1101000001',
  token: 'given',
  family: null,
}
const verdicts = (...lines: readonly Partial<ManyLine>[]) => [
  ...judgeLines(
    lines.map((line, index) => ({ ...good, key: index, line: index + 1, ...line })),
    [{ key: 7 as InstanceKey, name: 'Warehouse', apiUrl: 'https://api.example.com', idInstance: '1101000002' }],
  ).values(),
]

it.each([
  ['nothing', {}, { kind: 'ready' }],
  ['no token', { token: 'missing' }, { kind: 'wrong', field: 'token', wording: 'instances.error.tokenEmpty' }],
  [
    'letters that are no token',
    { token: 'broken' },
    { kind: 'wrong', field: 'token', wording: 'instances.error.tokenBroken' },
  ],
  ['no address', { apiUrl: '' }, { kind: 'wrong', field: 'apiUrl', wording: 'instances.error.urlEmpty' }],
  ['an address that is none', { apiUrl: 'my server' }, { kind: 'wrong', field: 'apiUrl', wording: 'error.urlInvalid' }],
  ['an open address', { apiUrl: 'http://api.example.com' }, { kind: 'wrong', wording: 'instances.error.urlNotSecure' }],
  ['a letter in the id', { idInstance: '11O1' }, { kind: 'wrong', field: 'idInstance' }],
  ['a number that a spreadsheet shortened', { idInstance: '1,101E+09' }, { kind: 'wrong', field: 'idInstance' }],
  ['a long name', { name: 'x'.repeat(81) }, { kind: 'wrong', field: 'name', wording: 'instances.error.nameLong' }],
  ['letters of another encoding', { name: 'Des\uFFFD' }, { kind: 'wrong', wording: 'instances.error.nameBroken' }],
  ['an instance that is here', { idInstance: '1101000002' }, { kind: 'here', instance: 7, name: 'Warehouse' }],
] as const)('of a line with %s', (_, line, verdict) => {
  expect(verdicts(line)).toMatchObject([verdict])
})

it('tells what stands twice, however its address is spelt, and never of a line that is wrong itself', () => {
  expect(
    verdicts(
      { token: 'missing' },
      {},
      { apiUrl: 'API.example.com/v3/' },
      { apiUrl: 'https://api.example.com/', name: 'Twin' },
      { apiUrl: 'https://other.example.com' },
    ),
  ).toMatchObject([
    { kind: 'wrong' },
    { kind: 'ready' },
    { kind: 'twice', line: 2 },
    { kind: 'twice', line: 2 },
    { kind: 'ready' },
  ])
})

it.each([
  ['', 'missing'],
  ['d75b3a66374942c5', 'given'],
  ['with space', 'broken'],
  ['with/slash', 'broken'],
  ['тoken', 'broken'],
  ['x'.repeat(513), 'broken'],
] as const)('a token %j is %s', (token, given) => {
  expect(tokenGiven(token)).toBe(given)
})
