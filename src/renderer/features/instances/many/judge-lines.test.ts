import { expect, it } from 'vitest'
import type { ConnectionKind, InstanceKey, TokenStorage } from '../../../../contract/index.ts'
import { judgeLines, tokenGiven, type ManyLine } from './judge-lines.ts'

const good: ManyLine = {
  key: 1,
  line: 1,
  name: 'Order desk',
  apiUrl: 'https://api.example.com',
  idInstance: '1101000001',
  token: 'given',
  family: null,
}
const known = ({
  state = 'live',
  token = 'vault',
  ...rest
}: {
  readonly key: InstanceKey
  readonly name: string
  readonly idInstance: string
  readonly token?: TokenStorage
  readonly state?: ConnectionKind
}) => ({
  ...rest,
  apiUrl: 'https://api.example.com',
  token,
  connection: { kind: state, since: 0, receiving: state === 'live' },
})
const verdicts = (...lines: readonly Partial<ManyLine>[]) => [
  ...judgeLines(
    lines.map((line, index) => ({ ...good, key: index, line: index + 1, ...line })),
    [
      known({ key: 7 as InstanceKey, name: 'Warehouse', idInstance: '1101000002' }),
      known({ key: 8 as InstanceKey, name: 'Shop', idInstance: '1101000003', token: 'missing', state: 'tokenMissing' }),
      known({
        key: 9 as InstanceKey,
        name: 'Sealed',
        idInstance: '1101000004',
        token: 'locked',
        state: 'tokenMissing',
      }),
      known({ key: 10 as InstanceKey, name: 'Changed', idInstance: '1101000005', state: 'wrongToken' }),
    ],
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
  [
    'an instance that is here',
    { idInstance: '1101000002' },
    { kind: 'here', instance: 7, name: 'Warehouse', takesToken: false },
  ],
  ['one that has no token', { idInstance: '1101000003' }, { kind: 'here', instance: 8, takesToken: true }],
  ['one whose token is locked', { idInstance: '1101000004' }, { kind: 'here', instance: 9, takesToken: false }],
  ['one whose token is refused', { idInstance: '1101000005' }, { kind: 'here', instance: 10, takesToken: true }],
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

it('lets one line of two give the token of an instance that needs one', () => {
  const [wanted, present] = [{ idInstance: '1101000003' }, { idInstance: '1101000002' }]
  expect(verdicts(wanted, wanted, present, present)).toMatchObject([
    { kind: 'here', takesToken: true },
    { kind: 'twice', line: 1 },
    { kind: 'here', takesToken: false },
    { kind: 'here', takesToken: false },
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
