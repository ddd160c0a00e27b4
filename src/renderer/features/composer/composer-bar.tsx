import { useRef, type ReactNode } from 'react'
import { later } from '../../ui/later.tsx'
import type { ChatKey, SteadyInstance, MessageKey } from '../../../contract/index.ts'
import type { LinkPreviewChoice } from '../../../contract/link-preview.ts'
import { ariaShortcut, shortcutText, type Shortcut } from '../../lib/keys/shortcuts.ts'
import type { TextMark } from '../../lib/text/text-marks.ts'
import { useTranslations } from '../../lib/translations.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { IconName } from '../../ui/marks/icon.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { MoreToSend, type MoreToSendProps } from './content/more-to-send.tsx'

export type { MoreKind } from './content/more-to-send.tsx'

const EmojiPicker = later(async () => (await import('../../ui/overlays/emoji-picker.tsx')).EmojiPicker)

/** Keys that set marks in the text. */
export const markShortcuts: readonly {
  readonly mark: TextMark
  readonly icon: IconName
  readonly shortcut: Shortcut
}[] = [
  { mark: 'bold', icon: 'bold', shortcut: { key: 'b', mod: true } },
  { mark: 'italic', icon: 'italic', shortcut: { key: 'i', mod: true } },
  { mark: 'strike', icon: 'strike', shortcut: { key: 'x', mod: true, shift: true } },
  { mark: 'mono', icon: 'code', shortcut: { key: 'e', mod: true } },
]

const previews = [true, 'small', 'large', false] as const

export interface ComposerBarProps {
  readonly chat: ChatKey
  readonly instance: SteadyInstance | undefined
  readonly disabled: boolean
  /** The dialog of other content that is open. */
  readonly more: Pick<MoreToSendProps, 'open' | 'onOpen' | 'onClose' | 'takesTemplates'>
  /** Null where the service takes no files. */
  readonly attach: ((files: readonly File[]) => void) | null
  /** The text has a link, and the service supports sending it without a preview. */
  readonly previewable: boolean
  readonly linkPreview: LinkPreviewChoice
  readonly onPreview: (choice: LinkPreviewChoice) => void
  readonly onOwnPreview: () => void
  readonly onEmoji: (emoji: string) => void
  readonly onReplies: () => void
  readonly onMark: (mark: TextMark) => void
  readonly onSent: (message: MessageKey) => void
  readonly focusField: () => HTMLElement | null
  /** The content at its end. */
  readonly children: ReactNode
}

/** The line of buttons below the text. */
export function ComposerBar(props: ComposerBarProps) {
  const {
    chat,
    instance,
    disabled,
    more,
    attach,
    previewable,
    linkPreview,
    onPreview,
    onOwnPreview,
    onEmoji,
    onReplies,
    onMark,
    onSent,
    focusField,
  } = props
  const t = useTranslations()
  const picker = useRef<HTMLInputElement>(null)
  const picked = useRef(false)
  return (
    <div className="cbar" role="toolbar" aria-label={t('composer.bar')}>
      {attach && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            data-attach=""
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              if (files.length > 0) attach(files)
              focusField()?.focus()
            }}
          />
          <IconButton
            icon="attach"
            iconSize={20}
            label={t('composer.attach')}
            tooltipSide="top"
            disabled={disabled}
            onClick={() => picker.current?.click()}
          />
        </>
      )}
      <Popover
        label={t('composer.emoji')}
        side="top"
        className="emoji"
        finalFocus={() => {
          const goesOn = picked.current
          picked.current = false
          return goesOn ? focusField() : null
        }}
        content={(close) => (
          <EmojiPicker
            onChoose={(emoji) => {
              onEmoji(emoji)
              picked.current = true
              close()
            }}
          />
        )}
      >
        <IconButton icon="smile" iconSize={20} label={t('composer.emoji')} tooltipSide="top" disabled={disabled} />
      </Popover>
      <IconButton
        icon="slash"
        iconSize={20}
        label={t('settings.quickReplies')}
        tooltipSide="top"
        disabled={disabled}
        // The field keeps the focus, and its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onReplies}
      />
      {instance && <MoreToSend {...{ chat, instance, disabled, onSent }} {...more} />}
      <span className="sep-v hide-s" />
      {markShortcuts.map(({ mark, icon, shortcut }) => (
        <IconButton
          key={mark}
          icon={icon}
          className="hide-s"
          label={t(`composer.mark.${mark}`)}
          shortcut={shortcutText(shortcut)}
          aria-keyshortcuts={ariaShortcut(shortcut)}
          tooltipSide="top"
          disabled={disabled}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
        />
      ))}
      {previewable &&
        (instance?.family === 'whatsapp' ? (
          <MenuButton
            label={t('composer.linkPreview')}
            entries={() => [
              ...previews.map((choice) => ({
                kind: 'check' as const,
                label: t(`composer.linkPreview.${choice === true ? 'auto' : choice === false ? 'none' : choice}`),
                checked: choice === linkPreview,
                run: () => onPreview(choice),
              })),
              {
                kind: 'check',
                label: t('composer.linkPreview.custom'),
                checked: typeof linkPreview === 'object',
                movesFocus: true,
                run: onOwnPreview,
              },
            ]}
          >
            <IconButton
              icon="link"
              label={t('composer.linkPreview')}
              pressed={linkPreview !== false}
              tooltipSide="top"
              disabled={disabled}
            />
          </MenuButton>
        ) : (
          <IconButton
            icon="link"
            label={t('composer.linkPreview')}
            pressed={linkPreview !== false}
            tooltipSide="top"
            disabled={disabled}
            onClick={() => onPreview(linkPreview === false)}
          />
        ))}
      <div className="end">{props.children}</div>
    </div>
  )
}

export const hasLink = (text: string): boolean => /https?:\/\/|www\./i.test(text)
