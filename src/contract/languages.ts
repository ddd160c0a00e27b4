/** A language that the window and the hosts speak. */
interface LanguageRow {
  /** Primary language subtag of BCP 47. */
  readonly tag: string
  /** The language's name in that language. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Tag of the spelling dictionary, as Chromium names it. */
  readonly dictionary: string
}

/**
 * One row per language, English first: it stands in for languages without a row. The compiler names what a new row
 * needs.
 */
export const languages = [
  { tag: 'en', name: 'English', direction: 'ltr', dictionary: 'en-US' },
  { tag: 'ru', name: 'Русский', direction: 'ltr', dictionary: 'ru' },
] as const satisfies readonly LanguageRow[]

export type Language = (typeof languages)[number]['tag']
/** The choice in Settings: a language, or the system's. */
export type LanguageChoice = 'system' | Language

/** Values of the setting, in the order of the rows. */
export const languageChoices: readonly ['system', ...Language[]] = ['system', ...languages.map(({ tag }) => tag)]

/** The language with the primary subtag of `locale` (a BCP 47 tag); undefined when no row has it. */
export function findLanguage(locale: string): Language | undefined {
  const [primary] = locale.toLowerCase().split('-')
  return languages.find(({ tag }) => tag === primary)?.tag
}

/** The chosen language; for `system`, the first of the preferred locales that has a row, else English. */
export function pickLanguage(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  return preferred.map(findLanguage).find((tag) => tag !== undefined) ?? languages[0].tag
}

/** Writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  languages.find(({ tag }) => tag === language)?.direction ?? 'ltr'
