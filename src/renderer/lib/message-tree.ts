/**
 * A message as the build writes it (tools/build/compile-messages.mjs): a plain text as it is, another one as a short
 * form of its ICU tree. A catalogue has thousands of messages, of which a window shows some hundred: the trees that
 * react-intl takes are made when they are first asked for.
 */
export type CompiledMessage = string | readonly CompiledPart[]

type Options = Readonly<Record<string, readonly CompiledPart[]>>

type CompiledPart =
  /** A text. */
  | string
  /** The number of a plural, `#`. */
  | 0
  | readonly [argument: string]
  | readonly [select: string, options: Options]
  | readonly [plural: string, options: Options, offset: number, pluralType: string]
  /** A part of react-intl's tree as it is; a tag with its children in the short form. */
  | { readonly type: number; readonly children?: readonly CompiledPart[] }

/** The numbers by which react-intl tells the parts of its trees. */
const types = { text: 0, argument: 1, select: 5, plural: 6, pound: 7 } as const

/** The tree that react-intl takes. */
export const treeOf = (parts: readonly CompiledPart[]): readonly object[] => parts.map(partOf)

function partOf(part: CompiledPart): object {
  if (typeof part === 'string') return { type: types.text, value: part }
  if (part === 0) return { type: types.pound }
  if ('type' in part) return part.children === undefined ? part : { ...part, children: treeOf(part.children) }
  const [value, options, offset, pluralType] = part
  if (options === undefined) return { type: types.argument, value }
  const trees = Object.fromEntries(Object.entries(options).map(([key, parts]) => [key, { value: treeOf(parts) }]))
  if (pluralType === undefined) return { type: types.select, value, options: trees }
  return { type: types.plural, value, options: trees, offset, pluralType }
}
