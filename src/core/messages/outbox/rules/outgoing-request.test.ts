import { expect, test } from 'vitest'
import type { Family } from '../../../../api/operations.ts'
import type { OutgoingContent } from '../../../../contract/sending.ts'
import { formOf } from './outgoing-request.ts'

const poll: OutgoingContent = {
  kind: 'poll',
  question: 'When?',
  options: ['today', 'tomorrow'],
  multiple: true,
  changeable: false,
  anonymous: false,
  correct: 1,
}
const inputOf = (content: OutgoingContent, family: Family) => {
  const input = formOf(content, family)?.request.input
  if (input === undefined || !('options' in input)) throw new Error('It is no poll.')
  const { message: _message, options: _options, ...rest } = input
  return rest
}

test('a poll carries what the polls of its family can do, and nothing else', () => {
  expect(inputOf(poll, 'whatsapp')).toEqual({ multipleAnswers: true })
  expect(inputOf(poll, 'v3')).toEqual({ multipleAnswers: true, allowToChangeAnswer: false })
  expect(inputOf(poll, 'telegram')).toEqual({ type: 'quiz', correctOptionId: 1, isAnonymous: false })
  const { correct: _correct, ...regular } = poll
  expect(inputOf(regular, 'telegram')).toEqual({ multipleAnswers: true, isAnonymous: false })
  // The right answer of a quiz that lost its option is none.
  expect(inputOf({ ...poll, correct: 5 }, 'telegram')).toEqual({ multipleAnswers: true, isAnonymous: false })
  expect(formOf(poll, 'telegram')?.content).toMatchObject({ multiple: false })
})
