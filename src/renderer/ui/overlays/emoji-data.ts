import type { EmojiData } from 'frimousse'
import { pickLanguage, type Language } from '../../../contract/languages.ts'

/** Newer emoji are missing in the fonts of many systems and would be drawn as boxes. */
const newestVersion = 15
/** Parts that only make sense inside others: skin tones, hair. */
const componentGroup = 2

interface SourceEmoji {
  readonly emoji: string
  readonly label: string
  readonly group?: number
  readonly order?: number
  readonly version: number
  readonly tags?: readonly string[]
}
interface SourceText {
  readonly groups: readonly { readonly order: number; readonly message: string }[]
  readonly skinTones: readonly { readonly key: string; readonly message: string }[]
}

const capital = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

const sources = {
  en: () => Promise.all([import('emojibase-data/en/data.json'), import('emojibase-data/en/messages.json')]),
  ru: () => Promise.all([import('emojibase-data/ru/data.json'), import('emojibase-data/ru/messages.json')]),
} as const satisfies Record<Language, () => Promise<unknown>>

/**
 * The names of all emoji in the language of `locale`, in a chunk of their own that loads when the picker first opens.
 */
export async function loadEmojiData(locale: string): Promise<EmojiData> {
  const language = pickLanguage('system', [locale])
  const [{ default: emojis }, { default: wording }] = await sources[language]()
  return shapeEmojiData(language, emojis as readonly SourceEmoji[], wording as SourceText)
}

function shapeEmojiData(locale: string, emojis: readonly SourceEmoji[], wording: SourceText): EmojiData {
  const tone = (key: string): string => wording.skinTones.find((one) => one.key === key)?.message ?? key
  return {
    locale,
    emojis: emojis
      .filter(({ group, version }) => group !== undefined && group !== componentGroup && version <= newestVersion)
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map(({ emoji, group = 0, label, version, tags }) => ({
        emoji,
        category: group,
        label: capital(label, locale),
        version,
        tags: [...(tags ?? [])],
      })),
    categories: wording.groups
      .filter(({ order }) => order !== componentGroup)
      .map(({ order, message }) => ({ index: order, label: capital(message, locale) })),
    skinTones: {
      light: tone('light'),
      'medium-light': tone('medium-light'),
      medium: tone('medium'),
      'medium-dark': tone('medium-dark'),
      dark: tone('dark'),
    },
  }
}
