import { later } from '../../ui/later.tsx'
import type { ContractError, SendAt } from '../../../contract/index.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'

const SendLaterDialog = later(async () => (await import('../../ui/overlays/send-later-dialog.tsx')).SendLaterDialog)

interface SendLaterProps {
  readonly open: boolean
  readonly disabled: boolean
  readonly onOpen: () => void
  /** Resolves with the error when it was refused. */
  readonly onChoose: (sendAt: SendAt) => Promise<ContractError | null>
  readonly onClose: () => void
}

/** The button beside Send that asks for a time. */
export function SendLater({ open, disabled, onOpen, onChoose, onClose }: SendLaterProps) {
  const t = useTranslations()
  return (
    <>
      <IconButton
        icon="calendar"
        iconSize={20}
        label={t('ui.sendLater')}
        tooltipSide="top"
        disabled={disabled}
        onClick={onOpen}
      />
      {open && (
        <SendLaterDialog
          at={null}
          onChoose={async (sendAt) => {
            const error = await onChoose(sendAt)
            if (error === null) onClose()
            return error
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}
