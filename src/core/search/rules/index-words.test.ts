import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldYo } from '../../messages/content/rules/search-text.ts'
import { holdsAll, indexWords } from './index-words.ts'

/** What the index itself finds in a text. */
function createIndex() {
  const db = new DatabaseSync(':memory:')
  db.exec(`create virtual table t using fts5 (body, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')`)
  const put = db.prepare('insert or replace into t (rowid, body) values (1, ?)')
  const find = db.prepare('select count(*) as n from t where t match ?')
  return (text: string, beginning: string): boolean => {
    put.run(text)
    return find.get(`body: ("${beginning}"*)`)?.['n'] === 1
  }
}

describe('words of a text', () => {
  it('are those of the index, letter by letter, wherever they are sure', () => {
    const isFound = createIndex()
    const codes = [...Array(0x3000).keys(), ...Array.from({ length: 0xb00 }, (_none, at) => 0x1f000 + at), 0xfe0f]
    for (const code of codes.slice(1)) {
      const letter = String.fromCodePoint(code)
      const text = foldYo(`ab${letter}cd`)
      const words = indexWords(text)
      if (words === null) continue
      for (const beginning of words) expect(isFound(text, beginning), `${code.toString(16)} ${beginning}`).toBe(true)
      expect(isFound(text, 'cd'), code.toString(16)).toBe(words.includes('cd'))
    }
  })

  it('are those of the index in any text', () => {
    const isFound = createIndex()
    const piece = fc.oneof(
      fc.constantFrom(
        'order',
        'Order',
        'ORDERS',
        'привет',
        'ПРИВЕТ',
        'йод',
        'café',
        'Ærø',
        'straße',
        '😀',
        '👩‍👧',
        '❤️',
        '12',
        'a1b',
      ),
      fc.constantFrom(' ', '\n', ', ', '-', '_', '/', '"', '*', '…', '«', '\u00a0', '\u200d', '№', '€', '^', '°'),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('order', 'ord', 'orders', 'прив', 'йо', 'cafe', 'caf', 'stra', '1', 'a1', 'ærø'),
        (pieces, beginning) => {
          const text = foldYo(pieces.join(''))
          const words = indexWords(text)
          fc.pre(words !== null)
          expect(holdsAll(words ?? [], [beginning]), text).toBe(isFound(text, beginning))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are not known where they might be cut or folded in another way', () => {
    for (const text of ['e\u0301te', 'ελλάδα', 'ї', '日本', 'ª', '²'])
      expect(indexWords(`before ${text} after`)).toBeNull()
  })
})
