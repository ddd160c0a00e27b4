import type { ServiceFamily } from '../../../../contract/index.ts'

export const mostOptions = 12
const fewestOptions = 2
export const optionLimit = 100

/** Characters of a poll's question (service 11.3.7). */
export const questionLimit = (family: ServiceFamily): number => (family === 'v3' ? 200 : 255)

/** Why a poll can't be sent; an option's problem is at the option's index. */
export interface PollProblems {
  readonly question: 'empty' | null
  readonly options: readonly ('empty' | 'twice' | null)[]
}

/**
 * Empty fields at the end are ignored and not sent. Equal options are refused by the
 * service.
 */
export function pollProblems(question: string, options: readonly string[]): PollProblems {
  const texts = options.map((option) => option.trim())
  const needed = Math.max(fewestOptions, texts.findLastIndex((text) => text !== '') + 1)
  return {
    question: question.trim() === '' ? 'empty' : null,
    options: texts.map((text, index) => {
      if (text === '') return index < needed ? 'empty' : null
      return texts.indexOf(text) < index ? 'twice' : null
    }),
  }
}
