import './emoji-picker.css'
import { EmojiPicker as Picker, type EmojiPickerListComponents } from 'frimousse'
import { pickLanguage } from '../../../contract/languages.ts'
import { useLocale, useTranslations } from '../../lib/translations.ts'
import { loadEmojiData } from './emoji-data.ts'

export interface EmojiPickerProps {
  readonly onChoose: (emoji: string) => void
}

const parts: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div className="cat" {...rest}>
      {category.label}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button type="button" className="e" {...rest}>
      {emoji.emoji}
    </button>
  ),
}

/** Emoji by category and by name. Its data comes with the program: nothing is fetched from elsewhere. Loaded lazily. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const t = useTranslations()
  const locale = useLocale()
  return (
    <Picker.Root
      className="emoji-picker"
      locale={pickLanguage('system', [locale])}
      columns={8}
      resolveEmojiData={loadEmojiData}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <Picker.Search autoFocus aria-label={t('ui.searchEmoji')} placeholder={t('ui.searchEmoji')} />
      <Picker.Viewport>
        <Picker.Loading className="none">…</Picker.Loading>
        <Picker.Empty className="none">{t('ui.noEmoji')}</Picker.Empty>
        <Picker.List components={parts} />
      </Picker.Viewport>
      <Picker.ActiveEmoji>
        {({ emoji }) => (
          <div className="foot">
            {emoji && <b>{emoji.emoji}</b>}
            <span className="ell">{emoji ? emoji.label : t('ui.pickEmoji')}</span>
          </div>
        )}
      </Picker.ActiveEmoji>
    </Picker.Root>
  )
}
