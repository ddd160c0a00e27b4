import { useIntl } from 'react-intl'

/** Every message of every catalogue; the app declares them (app/catalogue-en.ts). */
export type MessageId = FormatjsIntl.Message extends { ids: infer Id extends string } ? Id : string

export type TranslationValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** A message in the reader's language. */
export type Translate = (id: MessageId, values?: TranslationValues) => string

/**
 * `const t = useTranslations()`, then `t('chats.search')`. For text with elements inside use react-intl's
 * FormattedMessage.
 */
export function useTranslations(): Translate {
  const intl = useIntl()
  return (id, values) => intl.formatMessage({ id }, values)
}
