import { Fragment, createContext, createElement, useContext, type ReactNode } from 'react'
import { createMessageFormat, type CompiledMessage } from './format-message.ts'
import { isolateDirections } from './text/isolate-directions.ts'

declare global {
  /** Of every catalogue; the app declares their ids (app/catalogue-en.ts). */
  interface Messages {}
}

export type MessageId = Messages extends { ids: infer Id extends string } ? Id : string

export type TranslationValues = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A message in the reader's language. */
export type Translate = (id: MessageId, values?: TranslationValues) => string

/** The catalogue of a language, as it was loaded. */
export type CompiledCatalogue = Readonly<Record<string, CompiledMessage>>

/** The reader's language. */
export interface Translations {
  /** Of times and numbers. */
  readonly locale: string
  readonly translate: Translate
  readonly translateRich: (id: MessageId, values: Readonly<Record<string, ReactNode>>) => ReactNode
}

export function createTranslations(locale: string, catalogue: CompiledCatalogue): Translations {
  const format = createMessageFormat<unknown>(locale)
  const partsOf = (id: MessageId, values?: Readonly<Record<string, unknown>>) =>
    format(catalogue[id] ?? id, isolateDirections(values))
  return {
    locale,
    translate: (id, values) => partsOf(id, values).join(''),
    // As children of their own: a list of elements would want keys.
    translateRich: (id, values) => createElement(Fragment, null, ...(partsOf(id, values) as ReactNode[])),
  }
}

export const TranslationsContext = createContext<Translations | null>(null)

function useLanguage(): Translations {
  const translations = useContext(TranslationsContext)
  if (translations === null) throw new Error('There is no language around this component')
  return translations
}

/** The locale of times and numbers. */
export const useLocale = (): string => useLanguage().locale

/** `const t = useTranslations()`, then `t('chats.search')`. */
export const useTranslations = (): Translate => useLanguage().translate

/** The same for a text with elements inside. */
export const useRichTranslations = (): Translations['translateRich'] => useLanguage().translateRich
