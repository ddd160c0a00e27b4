import type { z } from 'zod'

const types: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number' },
  ...{ boolean: 'true or false', array: 'a list', object: 'an object' },
}

/** Of what a text and a list have too few or too many. */
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

function explainTooSmall(origin: string, least: number | bigint): string {
  const unit = units[origin]
  if (unit === undefined) return `has to be ${least} or more`
  return least === 1 ? 'is empty' : `needs ${least} ${unit} or more`
}

function explainTooBig(origin: string, most: number | bigint): string {
  const unit = units[origin]
  return unit === undefined ? `has to be ${most} or less` : `has more than ${most} ${unit}`
}

/**
 * Says what is wrong with a part of an input, in a sentence that begins with its name. The schema of a pattern has a
 * sentence of its own.
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `has to be ${types[issue.expected] ?? issue.expected}`
    case 'too_small':
      return explainTooSmall(issue.origin, issue.minimum)
    case 'too_big':
      return explainTooBig(issue.origin, issue.maximum)
    case 'invalid_value':
      return `has to be one of: ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'datetime' ? 'has to be a time such as 2026-11-30T16:05:00Z' : 'is not understood'
    case 'unrecognized_keys':
      return `has an unknown field: ${issue.keys.join(', ').slice(0, 64)}`
    default:
      return 'is not understood'
  }
}
