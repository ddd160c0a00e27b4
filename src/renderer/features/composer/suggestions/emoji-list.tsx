import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from '../../../lib/translations.ts'
import { loadEmojiData } from '../../../ui/overlays/emoji-data.ts'
import { matchEmoji, type NamedEmoji } from './match-emoji.ts'
import { SuggestionList, type SuggestionKeys } from './suggestion-list.tsx'
import { useEarlyEnter } from './use-early-enter.ts'

interface EmojiListProps {
  /** The text after the colon. */
  readonly query: string
  readonly onKeys: (keys: SuggestionKeys | null) => void
  readonly onActive: (id: string | null) => void
  readonly onInsert: (emoji: string) => void
  readonly onDismiss: () => void
}

/** Signs alone, as of `:-)`, are the name of no emoji. */
const named = /[\p{L}\p{N}]/u

/** Emoji whose names fit what was typed after a colon. The names are many, and load when they are first asked for. */
export function EmojiList({ query, onKeys, onActive, onInsert, onDismiss }: EmojiListProps) {
  const t = useTranslations()
  const locale = useLocale()
  const [all, setAll] = useState<readonly NamedEmoji[] | null>(null)
  useEffect(() => {
    let isWanted = true
    loadEmojiData(locale).then(
      ({ emojis }) => isWanted && setAll(emojis),
      // Without the names the colon is a colon.
      () => isWanted && setAll([]),
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  const fitting = matchEmoji(all ?? [], query)
  useEarlyEnter(all === null && named.test(query), query, {
    onKeys,
    choose() {
      const [best] = fitting
      if (best !== undefined) onInsert(best.emoji)
    },
  })
  if (fitting.length === 0) return null
  return (
    <SuggestionList
      label={t('composer.emoji')}
      onKeys={onKeys}
      onActive={onActive}
      onDismiss={onDismiss}
      items={fitting.map(({ emoji, label }) => ({
        id: label.replaceAll(/\s/gu, '-'),
        choose: () => onInsert(emoji),
        row: () => (
          <div className="n">
            <span aria-hidden="true">{emoji}</span>
            <span className="ell">{label}</span>
          </div>
        ),
      }))}
    />
  )
}
