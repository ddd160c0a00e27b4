import { pickLanguage, type Language } from '../../contract/languages.ts'
import type { CompiledCatalogue } from '../lib/translations.ts'

/** The catalogue of each language, in a file each. */
export const loadCatalogue: Readonly<Record<Language, () => Promise<CompiledCatalogue>>> = {
  en: async () => (await import('./catalogue-en.ts')).catalogue,
  ru: async () => (await import('./catalogue-ru.ts')).catalogue,
}

/**
 * The person's languages, the first first. The desktop names them in the address: Electron puts a language of its own
 * before them.
 */
export const systemLanguages = (): readonly string[] =>
  new URLSearchParams(location.search).get('languages')?.split(',') ?? navigator.languages

/** Preloads the most likely catalogue, while the settings that may choose another are still being read. */
export const preloadText = (): void =>
  void loadCatalogue[pickLanguage('system', systemLanguages())]().catch(() => undefined)
