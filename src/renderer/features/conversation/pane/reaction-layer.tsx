import { useState } from 'react'
import { later } from '../../../ui/later.tsx'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PopoverPopup } from '../../../ui/overlays/popover-popup.tsx'

const EmojiPicker = later(async () => (await import('../../../ui/overlays/emoji-picker.tsx')).EmojiPicker)

const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

export interface ReactionLayerProps {
  readonly anchor: HTMLElement
  /** The account's reaction; '' for none. */
  readonly own: string
  /** '' takes the reaction back. */
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}

/** Six usual reactions beside a message, and all others behind a button. Loaded lazily. */
export function ReactionLayer({ anchor, own, onChoose, onClose }: ReactionLayerProps) {
  const t = useTranslations()
  const [all, setAll] = useState(false)
  const choose = (emoji: string): void => {
    onClose()
    onChoose(emoji === own ? '' : emoji)
  }
  return (
    <PopoverPopup
      anchor={anchor}
      label={t('conversation.react')}
      side="top"
      align="center"
      className={all ? 'emoji' : 'react-pick'}
      finalFocus={() => anchor}
      onClose={onClose}
    >
      {all ? (
        <EmojiPicker onChoose={choose} />
      ) : (
        <>
          {[...usual, ...(own === '' || usual.some((emoji) => emoji === own) ? [] : [own])].map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-pressed={emoji === own}
              aria-label={emoji === own ? t('conversation.takeBackReaction', { emoji }) : emoji}
              onClick={() => choose(emoji)}
            >
              {emoji}
            </button>
          ))}
          <IconButton icon="plus" label={t('conversation.moreReactions')} onClick={() => setAll(true)} />
        </>
      )}
    </PopoverPopup>
  )
}
