import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from '../../../lib/translations.ts'
import { loadEmojiData } from '../../../ui/overlays/emoji-data.ts'
import type { NamedEmoji } from './match-emoji.ts'
import { matchEmoji } from './match-emoji.ts'
import type { SuggestionKeys } from './suggestion-list.tsx'
import { SuggestionList } from './suggestion-list.tsx'

interface EmojiListProps {
  /** What was typed after the colon. */
  readonly query: string
  readonly onKeys: (keys: SuggestionKeys | null) => void
  readonly onActive: (id: string | null) => void
  readonly onInsert: (emoji: string) => void
  readonly onDismiss: () => void
}

/** Emoji whose names fit what was typed after a colon. Loaded lazily: the names are many. */
export function EmojiList({ query, onKeys, onActive, onInsert, onDismiss }: EmojiListProps) {
  const t = useTranslations()
  const locale = useLocale()
  const [all, setAll] = useState<readonly NamedEmoji[]>([])
  useEffect(() => {
    let isWanted = true
    loadEmojiData(locale).then(
      ({ emojis }) => isWanted && setAll(emojis),
      // Without the names the colon is a colon.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  const fitting = matchEmoji(all, query)
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
