import { useEffect, useState, type ReactNode } from 'react'
import type { Language, LanguageChoice } from '../../contract/languages.ts'
import { directionOf, findLanguage, pickLanguage } from '../../contract/languages.ts'
import { TranslationsContext, createTranslations, type Translations } from '../lib/translations.ts'
import { loadCatalogue, systemLanguages } from './catalogues.ts'

/**
 * The locale of times and numbers: the reader's own habits where they are of the chosen language (en-GB has 24 hours).
 */
export const pickLocale = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => findLanguage(tag) === language) ?? language

interface Loaded {
  readonly language: Language
  readonly translations: Translations
}

export interface LanguageProviderProps {
  readonly choice: LanguageChoice
  readonly children: ReactNode
}

/** Provides translations. Renders nothing before the catalogue is loaded, which is a local file. */
export function LanguageProvider({ choice, children }: LanguageProviderProps) {
  const language = pickLanguage(choice, systemLanguages())
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let current = true
    const locale = pickLocale(language, systemLanguages())
    void loadCatalogue[language]().then(
      (catalogue) => current && setLoaded({ language, translations: createTranslations(locale, catalogue) }),
    )
    return () => {
      current = false
    }
  }, [language])
  useEffect(() => {
    if (!loaded) return
    document.documentElement.lang = loaded.language
    document.documentElement.dir = directionOf(loaded.language)
  }, [loaded])
  if (!loaded) return null
  return <TranslationsContext value={loaded.translations}>{children}</TranslationsContext>
}
