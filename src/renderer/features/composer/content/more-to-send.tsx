import { later } from '../../../ui/later.tsx'
import type { ChatKey, SteadyInstance, MessageKey } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'

const LocationDialog = later(async () => (await import('./location-dialog.tsx')).LocationDialog)
const PollDialog = later(async () => (await import('./poll-dialog.tsx')).PollDialog)
const ContactDialog = later(async () => (await import('./contact-dialog.tsx')).ContactDialog)

const TemplateDialog = later(async () => (await import('./template-dialog.tsx')).TemplateDialog)

export type MoreKind = 'location' | 'contact' | 'poll' | 'template'

const kinds: readonly { readonly kind: MoreKind; readonly icon: IconName; readonly operation: string }[] = [
  { kind: 'location', icon: 'place', operation: 'sendLocation' },
  { kind: 'contact', icon: 'user', operation: 'sendContact' },
  { kind: 'poll', icon: 'poll', operation: 'sendPoll' },
  { kind: 'template', icon: 'template', operation: 'sendTemplate' },
]

export interface MoreToSendProps {
  readonly chat: ChatKey
  readonly instance: SteadyInstance
  readonly disabled: boolean
  /** Whether the chat takes templates. */
  readonly takesTemplates: boolean
  readonly open: MoreKind | null
  readonly onOpen: (kind: MoreKind) => void
  readonly onClose: () => void
  readonly onSent: (message: MessageKey) => void
}

/**
 * Content other than a text: a location, a contact, a poll, a template. Operations that the service lacks are not
 * offered.
 */
export function MoreToSend(given: MoreToSendProps) {
  const { chat, instance, disabled, takesTemplates, open, onOpen, onClose, onSent } = given
  const t = useTranslations()
  const offered = kinds.filter(
    ({ kind, operation }) => (kind !== 'template' || takesTemplates) && !instance.absentOperations.includes(operation),
  )
  const props = {
    chat,
    instance,
    onClose,
    onSent: (message: MessageKey) => {
      onClose()
      onSent(message)
    },
  }
  if (offered.length === 0) return null
  return (
    <>
      <MenuButton
        label={t('composer.moreToSend')}
        entries={() =>
          offered.map(({ kind, icon }) => ({
            kind: 'item',
            label: t(`composer.more.${kind}`),
            icon,
            run: () => onOpen(kind),
          }))
        }
      >
        <IconButton icon="plus" iconSize={20} label={t('composer.moreToSend')} tooltipSide="top" disabled={disabled} />
      </MenuButton>
      {open === 'location' && <LocationDialog {...props} />}
      {open === 'contact' && <ContactDialog {...props} />}
      {open === 'poll' && <PollDialog {...props} />}
      {open === 'template' && <TemplateDialog {...props} />}
    </>
  )
}
