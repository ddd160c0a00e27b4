import { describe, expect, it } from 'vitest'
import { checkFields } from './connection-form.ts'

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
