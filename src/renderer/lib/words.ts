import { useIntl } from 'react-intl'

/** Every message of every catalogue; the app declares them (app/catalogue-en.ts). */
export type MessageId = FormatjsIntl.Message extends { ids: infer Id extends string } ? Id : string

export type WordValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** A message in the reader's language. */
export type Words = (id: MessageId, values?: WordValues) => string

/** `const t = useWords()`, then `t('chats.search')`. For text with elements inside use react-intl's FormattedMessage. */
export function useWords(): Words {
  const intl = useIntl()
  return (id, values) => intl.formatMessage({ id }, values)
}
