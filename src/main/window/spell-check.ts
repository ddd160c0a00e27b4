import { session } from 'electron'

/** Nothing answers there: Electron starts loading a dictionary as soon as its session exists, unasked. */
const nowhere = 'http://127.0.0.1:9/'
/** Where Electron gets its dictionaries unless it is told otherwise. */
const dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

/** The first thing after `ready`: nothing is checked and no dictionary is loaded before the person chose a language. */
export function forbidDictionaries(): void {
  session.defaultSession.setSpellCheckerEnabled(false)
  if (process.platform === 'darwin') return
  session.defaultSession.setSpellCheckerDictionaryDownloadURL(nowhere)
  session.defaultSession.setSpellCheckerLanguages([])
}

/**
 * The languages the person chose in Settings; none switches it off. macOS checks with its own languages, if with any.
 */
export function setSpellCheck(languages: readonly string[]): void {
  const { defaultSession } = session
  if (process.platform === 'darwin') return defaultSession.setSpellCheckerEnabled(languages.length > 0)
  const known = languages.filter((language) => defaultSession.availableSpellCheckerLanguages.includes(language))
  defaultSession.setSpellCheckerDictionaryDownloadURL(known.length > 0 ? dictionaries : nowhere)
  defaultSession.setSpellCheckerLanguages(known)
  defaultSession.setSpellCheckerEnabled(known.length > 0)
}
