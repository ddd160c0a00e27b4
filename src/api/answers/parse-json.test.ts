import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

describe('ids keep every digit', () => {
  test('an 18-digit number becomes its text, at any depth', () => {
    expect(parseJson('[{"idMessage": 115599887766554433, "a": [-9007199254740993]}]')).toEqual({
      kind: 'json',
      value: [{ idMessage: '115599887766554433', a: ['-9007199254740993'] }],
    })
  })

  test('safe integers and fractions stay numbers', () => {
    expect(parseJson('{"timestamp":1700000000,"latitude":55.75580000000000123,"big":9007199254740991}')).toEqual({
      kind: 'json',
      value: { timestamp: 1_700_000_000, latitude: Number('55.75580000000000123'), big: 9_007_199_254_740_991 },
    })
  })

  test('any integer survives as the digits that were sent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (id) => {
        const reading = parseJson(`{"id":${id}}`)
        expect(reading.kind === 'json' && typeof reading.value === 'object' && reading.value !== null).toBe(true)
        expect(JSON.stringify(reading)).toContain(String(id))
      }),
    )
  })
})

test('what JSON.parse can read comes out the same', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const reading = parseJson(text)
      expect(reading.kind).toBe('json')
    }),
  )
})

test('never throws, whatever comes', () => {
  const nearlyJson = fc.string({ unit: fc.constantFrom(...'[]{}",:\\1a\n') })
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearlyJson), (text) => {
      expect(parseJson(text)).toHaveProperty('kind')
    }),
  )
})

describe('invalid JSON of long journals (service 10.5)', () => {
  test('raw line breaks and wrong escapes in a text are mended', () => {
    expect(parseJson('[{"textMessage":"one\ntwo\\x \\u12"}]')).toEqual({
      kind: 'salvaged',
      value: [{ textMessage: 'one\ntwo\\x \\u12' }],
      broken: [],
    })
  })

  test('a journal torn at its end keeps all whole records', () => {
    const reading = parseJson('[{"idMessage":"1"},{"idMessage":115599887766554433},{"idMess')
    expect(reading).toEqual({
      kind: 'salvaged',
      value: [{ idMessage: '1' }, { idMessage: '115599887766554433' }],
      broken: ['{"idMess'],
    })
  })

  test('one unreadable record costs only itself', () => {
    expect(parseJson('[{"a":1},{"a":NaN},{"a":"],["}]')).toEqual({
      kind: 'salvaged',
      value: [{ a: 1 }, { a: '],[' }],
      broken: ['{"a":NaN}'],
    })
  })

  test('an unclosed text or brace does not swallow the records behind it', () => {
    expect(parseJson('[{"idMessage":"1"},{"idMessage":"2","t":"torn},{"idMessage":"3"},{"idMessage":"4"}]')).toEqual({
      kind: 'salvaged',
      value: [{ idMessage: '1' }, { idMessage: '3' }, { idMessage: '4' }],
      broken: ['{"idMessage":"2","t":"torn}'],
    })
    expect(parseJson('[{"type":"a","x":{},{"type":"b"},{"type":"c"}]')).toMatchObject({
      value: [{ type: 'b' }, { type: 'c' }],
    })
    expect(parseJson('[{"type":"a"}},{"type":"b"}]')).toMatchObject({ value: [{ type: 'a' }, { type: 'b' }] })
  })

  test('a mark at the start of the file is no error', () => {
    expect(parseJson('\uFEFFnull')).toEqual({ kind: 'json', value: null })
  })

  test.for([6000, 100_000])(
    'what is %i levels deep is not read, whatever stands in it, and costs no neighbour',
    (levels) => {
      const deep = `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`
      expect(parseJson(deep)).toEqual({ kind: 'notJson', text: deep })
      expect(parseJson(`[{"id":1},${deep},{"id":2}]`)).toEqual({
        kind: 'salvaged',
        value: [{ id: 1 }, { id: 2 }],
        broken: [deep],
      })
    },
  )

  test('brackets in texts are no depth', () => {
    for (const text of ['[{'.repeat(1000), `\\"${'[{'.repeat(1000)}\\`])
      expect(parseJson(JSON.stringify([[text], text]))).toEqual({ kind: 'json', value: [[text], text] })
    const deepest = `${'['.repeat(100)}${']'.repeat(100)}`
    expect(parseJson(deepest).kind).toBe('json')
    expect(parseJson(`[${deepest}]`).kind).not.toBe('json')
  })

  test('many lists and objects beside each other are no depth', () => {
    const value = Array.from({ length: 300 }, () => [{}])
    expect(parseJson(JSON.stringify(value))).toEqual({ kind: 'json', value })
  })

  test('what is no JSON is said to be none', () => {
    expect(parseJson('<html></html>').kind).toBe('notJson')
    expect(parseJson('').kind).toBe('notJson')
    expect(parseJson('[nothing here]').kind).toBe('notJson')
  })
})
