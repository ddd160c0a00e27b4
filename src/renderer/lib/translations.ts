import type { ReactNode } from 'react'
import type { IntlShape } from 'react-intl'
import { useIntl } from 'react-intl'
import type { CompiledMessage } from './message-tree.ts'
import { treeOf } from './message-tree.ts'
import { isolateDirections } from './text/isolate-directions.ts'

/** Every message of every catalogue; the app declares them (app/catalogue-en.ts). */
export type MessageId = FormatjsIntl.Message extends { ids: infer Id extends string } ? Id : string

export type TranslationValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** A message in the reader's language. */
export type Translate = (id: MessageId, values?: TranslationValues) => string

/** The catalogue of a language, as it was loaded. */
export type CompiledCatalogue = Readonly<Record<string, CompiledMessage>>

/** A loaded catalogue as react-intl's provider takes it: its types know messages as texts, or as trees. */
export const catalogueOf = (loaded: CompiledCatalogue): Record<string, string> =>
  loaded as unknown as Record<string, string>

/** The text of a message that has nothing to fill in; null for another one, which is then ready for react-intl. */
function plainText({ messages }: IntlShape, id: string): string | null {
  const catalogue = messages as unknown as Record<string, CompiledMessage | readonly object[]>
  const message = catalogue[id]
  if (typeof message === 'string') return /[{<]/.test(message) ? null : message
  if (message !== undefined && !trees.has(message)) {
    const tree = treeOf(message as Exclude<CompiledMessage, string>)
    trees.add(tree)
    catalogue[id] = tree
  }
  return null
}

/** Messages in the form that react-intl takes. */
const trees = new WeakSet<object>()

/** `const t = useTranslations()`, then `t('chats.search')`. */
export function useTranslations(): Translate {
  const intl = useIntl()
  return (id, values) => plainText(intl, id) ?? intl.formatMessage({ id }, isolateDirections(values))
}

/** The same for a text with elements inside. */
export function useRichTranslations(): (id: MessageId, values: Readonly<Record<string, ReactNode>>) => ReactNode {
  const intl = useIntl()
  return (id, values) => plainText(intl, id) ?? intl.formatMessage({ id }, { ...isolateDirections(values) })
}
