import { app } from 'electron'

/**
 * The person's languages, the first first, as tags that `Intl` takes. Not `app.getLocale()`, which knows only the
 * languages that the package ships of Chromium and answers en-US for every other. After `ready`.
 */
export function systemLanguages(): readonly string[] {
  const languages = app.getPreferredSystemLanguages().filter(isLanguageTag)
  return languages.length > 0 ? languages : [app.getLocale()]
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
