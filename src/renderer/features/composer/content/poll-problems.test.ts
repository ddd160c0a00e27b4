import { expect, it } from 'vitest'
import { pollProblems } from './poll-problems.ts'

it('wants a question and two options that differ', () => {
  expect(pollProblems(' ', ['', ''])).toEqual({ question: 'empty', options: ['empty', 'empty'] })
  expect(pollProblems('When?', ['today', ' today '])).toEqual({ question: null, options: [null, 'twice'] })
  expect(pollProblems('When?', ['today', 'Today'])).toEqual({ question: null, options: [null, null] })
})

it('has nothing against empty fields after the last option, and points at those before it', () => {
  expect(pollProblems('When?', ['today', 'tomorrow', '']).options).toEqual([null, null, null])
  expect(pollProblems('When?', ['today', '', 'tomorrow', '']).options).toEqual([null, 'empty', null, null])
})
