import { describe, expect, it } from 'vitest'
import { checkFields, colours, nextColour } from './connection-form.ts'
import type { IdentityColour } from '../../../../contract/instances.ts'

const good = { name: 'Order desk', apiUrl: 'https://api.example.com', idInstance: '1101000003', token: 'secret' }

describe('checkFields', () => {
  it('finds nothing wrong with good fields', () => {
    expect(checkFields(good)).toEqual({})
  })

  it.each([
    ['https://api.example.com/v3/', undefined],
    ['api.example.com', undefined],
    ['http://127.0.0.1:8080', undefined],
    ['http://localhost', undefined],
    ['http://[::1]:1', undefined],
    ['http://api.example', 'instances.error.urlNotSecure'],
    ['http://127.evil.example', 'instances.error.urlNotSecure'],
    ['ftp://api.example', 'error.urlInvalid'],
    ['my server', 'error.urlInvalid'],
    ['  ', 'instances.error.urlEmpty'],
  ] as const)('API URL %j: %s', (apiUrl, error) => {
    expect(checkFields({ ...good, apiUrl }).apiUrl).toBe(error)
  })

  it.each([
    ['1101000003', undefined],
    [' 1101000003 ', undefined],
    ['11O1000003', 'instances.error.idLetterO'],
    ['11О1000003', 'instances.error.idLetterO'],
    ['1101A', 'error.idInstanceInvalid'],
    ['', 'instances.error.idEmpty'],
  ] as const)('Instance ID %j: %s', (idInstance, error) => {
    expect(checkFields({ ...good, idInstance }).idInstance).toBe(error)
  })

  it('wants a name and a token', () => {
    expect(Object.keys(checkFields({ ...good, name: ' ', token: '\n' }))).toEqual(['name', 'token'])
  })
})

it('offers every colour once before one comes again, and never that of the neighbour', () => {
  const dealt: IdentityColour[] = []
  for (let count = 0; count < 200; count += 1) dealt.push(nextColour(dealt))
  expect(new Set(dealt.slice(0, colours.length)).size).toBe(colours.length)
  expect(dealt.filter((colour, index) => colour === dealt[index - 1])).toEqual([])
  for (const colour of colours) expect(dealt.filter((one) => one === colour)).toHaveLength(25)
  expect(nextColour(['teal', 'teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick'])).toBe('violet')
  // The rarest is the neighbour's: another one is dealt.
  expect(nextColour([...colours, ...colours.slice(0, 7), 'brick', 'teal', 'violet'])).toBe('ochre')
  expect(nextColour([...colours, ...colours.slice(1), 'teal'])).toBe('violet')
})
