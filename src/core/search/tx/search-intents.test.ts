import { expect, it, onTestFinished } from 'vitest'
import type { ReadTx, SqlParams } from '../../store/tx.ts'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { readSearch } from '../rules/search-query.ts'
import { searchReads } from './search-intents.ts'

it('looks messages up by indexes alone, and a frequent word by the beginning that the index keeps', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, give } = archive
  give(
    '200',
    ['delivery one', 'delivery two', 'delight'].map((textMessage) => ({ typeMessage: 'textMessage', textMessage })),
  )
  const plans: string[] = []
  const matches: string[] = []
  const explain = (sql: string, params: SqlParams = []): void => {
    if (!sql.includes('fts')) return
    if (sql.includes('message_fts')) matches.push(String((params as readonly unknown[])[0]))
    plans.push(...tx.all<{ detail: string }>(`explain query plan ${sql}`, params).map(({ detail }) => detail))
  }
  const spied: ReadTx = {
    ...tx,
    all: <Row extends object>(sql: string, params?: SqlParams) => (explain(sql, params), tx.all<Row>(sql, params)),
    get: <Row extends object>(sql: string, params?: SqlParams) => (explain(sql, params), tx.get<Row>(sql, params)),
    iterate: <Row extends object>(sql: string, params?: SqlParams) => (
      explain(sql, params),
      tx.iterate<Row>(sql, params)
    ),
  }
  const find = (text: string, limit: number) => {
    const query = readSearch(text)
    if (query === null) throw new Error('no word')
    return searchReads['search.piece'](spied, { query, scope: null, chat: null, before: null, limit })
  }
  expect(find('delive', 1).hits.map(({ snippet }) => snippet)).toEqual(['delivery two'])
  expect(matches).toEqual(['body: ("del"*)'])
  expect(find('delive', 3)).toMatchObject({
    hits: [{ snippet: 'delivery two' }, { snippet: 'delivery one' }],
    next: null,
  })
  expect(matches).toHaveLength(2)
  expect(find('delive deligh', 3).hits).toEqual([])
  expect(plans.filter((detail) => /^SCAN (?!message_fts VIRTUAL TABLE INDEX|instance)/u.test(detail))).toEqual([])
  expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
})
