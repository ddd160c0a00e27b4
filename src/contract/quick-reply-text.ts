/** Variables that the program fills in, written in braces. */
export const quickReplyVariables = ['name', 'firstName', 'instance', 'time'] as const
type QuickReplyVariable = (typeof quickReplyVariables)[number]

/**
 * `{name}`, or with a default `{name=customer}`. A name with a default may be the person's own and may contain spaces:
 * `{delivery day=tomorrow}`.
 */
const variable = /\{([\p{L}\p{N}_]{1,40})\}|\{([\p{L}\p{N}_][\p{L}\p{N}_ ]{0,39})=([^{}\n]{0,200})\}/gu
const known: readonly string[] = quickReplyVariables
const isKnown = (name: string): name is QuickReplyVariable => known.includes(name)

/** The first unknown variable of a text that has no default, with its braces; null if there is none. */
export function unknownVariable(text: string): string | null {
  for (const [whole, name] of text.matchAll(variable)) if (name !== undefined && !isKnown(name)) return whole
  return null
}

/** A quick reply with its variables filled in. */
export interface FilledReply {
  readonly text: string
  /** Where the defaults of the person's own variables stand, in order, in UTF-16 units. */
  readonly own: readonly { readonly from: number; readonly to: number }[]
}

/**
 * Fills in the variables of a quick reply. Inserted values are not expanded again. A value that is '' gives way to the
 * default.
 */
export function fillQuickReply(text: string, values: Readonly<Record<QuickReplyVariable, string>>): FilledReply {
  const own: { readonly from: number; readonly to: number }[] = []
  let filled = ''
  let at = 0
  for (const match of text.matchAll(variable)) {
    const [whole, plain, withDefault = '', otherwise = ''] = match
    const name = plain ?? withDefault.trim()
    filled += text.slice(at, match.index)
    at = match.index + whole.length
    if (isKnown(name)) filled += values[name] === '' ? otherwise : values[name]
    else if (plain !== undefined) filled += whole
    else {
      own.push({ from: filled.length, to: filled.length + otherwise.length })
      filled += otherwise
    }
  }
  return { text: filled + text.slice(at), own }
}

/**
 * How a person is addressed by first name: the first word of the name that is no abbreviation, without the signs that
 * decorate it. '' of a name without letters, such as a number.
 */
export function firstNameOf(name: string): string {
  const first = name.split(/[\s,]+/u).find((word) => /\p{L}/u.test(word) && !word.endsWith('.'))
  if (first === undefined) return /\p{L}/u.test(name) ? name.trim() : ''
  const begin = first.search(/[\p{L}\p{N}]/u)
  let end = first.length
  for (const { index, 0: sign } of first.matchAll(/[\p{L}\p{N}\p{M}]/gu)) end = index + sign.length
  return first.slice(begin, end)
}
