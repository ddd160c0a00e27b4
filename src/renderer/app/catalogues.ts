import type { Catalogue } from './catalogue-en.ts'

export type Language = 'en' | 'ru'

/** The words of each language, in a file each. */
export const loadCatalogue: Readonly<Record<Language, () => Promise<Readonly<Record<keyof Catalogue, unknown>>>>> = {
  en: async () => (await import('./catalogue-en.ts')).catalogue,
  ru: async () => (await import('./catalogue-ru.ts')).catalogue,
}

/** The first of the reader's languages that has a catalogue; else English. */
export function pickLanguage(chosen: 'system' | Language, preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen
  for (const tag of preferred) {
    if (/^ru\b/i.test(tag)) return 'ru'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}

/** Begins to load the words that are most likely shown: the settings that choose others are still being read. */
export const preloadWords = (): void =>
  void loadCatalogue[pickLanguage('system', navigator.languages)]().catch(() => undefined)
