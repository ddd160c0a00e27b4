/**
 * A message as the build writes it (tools/build/compile-messages.mjs): a text that has nothing to fill in as it is,
 * another one as its parts.
 */
export type CompiledMessage = string | readonly CompiledPart[]

type CompiledPart =
  /** A text. */
  | string
  /** The number of the plural around it, `#`. */
  | 0
  | readonly [argument: string, kind?: undefined, options?: undefined]
  | readonly [argument: string, kind: 'number', options?: undefined]
  | readonly [argument: string, kind: 'select' | 'plural', options: Options]

type Options = Readonly<Record<string, readonly CompiledPart[]>>

/** Fills in the messages of a language: the parts of a message, texts and values, in their order. */
export function createMessageFormat<Value>(
  locale: string,
): (message: CompiledMessage, values: Readonly<Record<string, Value>> | undefined) => readonly (Value | string)[] {
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const fill = (
    parts: readonly CompiledPart[],
    values: Readonly<Record<string, Value>>,
    counted: number,
  ): readonly (Value | string)[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [part]
      if (part === 0) return [numbers.format(counted)]
      const [name, kind, options] = part
      const value = values[name] as Value
      switch (kind) {
        case undefined:
          return [value]
        case 'number':
          return [numbers.format(Number(value))]
        case 'select':
          return fill(optionOf(options, String(value)), values, counted)
        case 'plural': {
          const count = Number(value)
          const form = Object.hasOwn(options, `=${count}`) ? `=${count}` : plurals.select(count)
          return fill(optionOf(options, form), values, count)
        }
      }
    })
  return (message, values = {}) => (typeof message === 'string' ? [message] : fill(message, values, 0))
}

const optionOf = (options: Options, name: string): readonly CompiledPart[] =>
  (Object.hasOwn(options, name) ? options[name] : options['other']) ?? []
