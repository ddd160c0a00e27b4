import { expect, it } from 'vitest'
import { mostLines } from '../many/read-lines.ts'
import { matchTokens, type KnownInstance } from './match-tokens.ts'

const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'
const instance = (key: number, over: Partial<KnownInstance> = {}): KnownInstance => ({
  key: key as KnownInstance['key'],
  name: `Shop ${String(key).padStart(2, '0')}`,
  apiUrl: 'https://api.example.com',
  idInstance: `110100000${key}`,
  ...over,
})
const shops = [instance(1), instance(2), instance(3)]
const asked = new Set(shops.map(({ key }) => key))
const read = (text: string, instances: readonly KnownInstance[] = shops, wanted = asked) => {
  const result = matchTokens(text, instances, wanted)
  if (result.kind === 'tooMany') throw new Error('too many')
  return {
    tokens: Object.fromEntries(result.tokens),
    unused: result.unused.map(({ line, why, name }) => [line, why, name]),
  }
}

it.each([
  ['ID and token', `1101000002\t${token}`],
  ['ID and token by a space', `1101000002 ${token}`],
  ['token first', `${token};1101000002`],
  ['name and token', `Shop 02, ${token}`],
  ['name and token by a space, in small letters', `shop  02 ${token}`],
  ['a whole line of a list', `Anything;https://api.example.com;1101000002;${token};v3`],
  ['named columns', `Token,ID\n${token},1101000002`],
  ['the address of a method', `https://api.example.com/waInstance1101000002/getSettings/${token}`],
  ['a number that a spreadsheet keeps as text', `'1101000002\t'${token}`],
])('takes a line with %s', (_, text) => {
  expect(read(text)).toEqual({ tokens: { 2: token }, unused: [] })
})

it('says of each line that it can not use why, and never shows its token', () => {
  const text = [
    `1101000001 ${token}`,
    `1101000009 ${token}`,
    '1101000002',
    '1101000003;to/ken',
    `Shop 01;${token}x`,
    `Elsewhere;${token}`,
  ].join('\n')
  expect(read(text)).toEqual({
    tokens: { 1: token },
    unused: [
      [2, 'unknown', ''],
      [3, 'noToken', 'Shop 02'],
      [4, 'brokenToken', 'Shop 03'],
      [5, 'twice', 'Shop 01'],
      [6, 'unknown', ''],
    ],
  })
  expect(read(`1101000002 ${token}`, shops, new Set())).toEqual({ tokens: {}, unused: [[1, 'notAsked', 'Shop 02']] })
})

it('tells instances of one ID by their address or name, and takes none where neither says which', () => {
  const twins = [instance(1), instance(2, { idInstance: '1101000001', apiUrl: 'https://other.example.com' })]
  expect(read(`https://other.example.com 1101000001 ${token}`, twins).tokens).toEqual({ 2: token })
  expect(read(`Shop 01\t1101000001\t${token}`, twins).tokens).toEqual({ 1: token })
  expect(read(`1101000001 ${token}`, twins)).toEqual({ tokens: {}, unused: [[1, 'several', '']] })
})

it('of a thousand lines whose tokens are wrong in every second one takes the others, and says of each why', () => {
  const many = Array.from({ length: mostLines }, (_none, at) =>
    instance(at + 1, { name: `Shop ${at + 1}`, idInstance: String(1_101_000_001 + at) }),
  )
  const text = many.map(({ idInstance }, at) => `${idInstance}\t${at % 2 === 0 ? token : 'to/ken'}`).join('\n')
  const { tokens, unused } = read(text, many, new Set(many.map(({ key }) => key)))
  expect(Object.keys(tokens)).toEqual(many.filter((_shop, at) => at % 2 === 0).map(({ key }) => String(key)))
  expect(unused).toEqual(many.flatMap(({ name }, at) => (at % 2 === 0 ? [] : [[at + 1, 'brokenToken', name]])))
})

it('is refused whole where it has too many lines', () => {
  expect(matchTokens(`a ${token}\n`.repeat(mostLines + 1), shops, asked)).toEqual({
    kind: 'tooMany',
    count: mostLines + 1,
  })
})

it.each(['"', ' ', ';', '\n', 'a b '])('a million of %j are read at once', (sign) => {
  const begun = process.threadCpuUsage()
  matchTokens(sign.repeat(1_000_000), shops, asked)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(5_000)
})
