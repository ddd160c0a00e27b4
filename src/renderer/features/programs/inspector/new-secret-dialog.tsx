import { useState } from 'react'
import type { ProgramRow } from '../../../../contract/programs.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useHasConnected } from '../use-has-connected.ts'
import { SecretBox } from '../secret-box.tsx'

export interface NewSecretDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Makes a new key or signing secret, says what becomes of the old one, and shows the new one once. */
export function NewSecretDialog({ program: row, onClose }: NewSecretDialogProps) {
  const { key: program, name, protocol } = row

  const t = useTranslations()
  const [renewKey, renewingKey] = useContractCommand('programs.renewKey')
  const [renewSecret, renewingSecret] = useContractCommand('programs.renewSecret')
  const [made, setMade] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const kind = protocol === 'webhook' ? 'secret' : 'key'
  const hasConnected = useHasConnected(kind === 'key' && made !== null ? program : null)
  const leave = () => (isCopied || hasConnected ? onClose() : setLeaving(true))
  const renew = async (): Promise<void> => {
    if (kind === 'key') {
      const result = await renewKey({ program })
      if (result.ok) setMade(result.value.key)
    } else {
      const result = await renewSecret({ program })
      if (result.ok) setMade(result.value.secret)
    }
  }
  const isMaking = renewingKey.pending || renewingSecret.pending
  if (made === null) {
    return (
      <ConfirmDialog
        title={t(`programs.new.${kind}`, { name })}
        text={t(`programs.new.${kind}Text`, { name })}
        confirm={t(kind === 'key' ? 'programs.newKey' : 'programs.newSecret')}
        danger={kind === 'key'}
        busy={isMaking}
        onConfirm={() => void renew()}
        // Closed before the answer comes, it would lose what is shown only once.
        onClose={() => !isMaking && onClose()}
      />
    )
  }
  return (
    <>
      <Dialog
        wide
        title={t(`programs.new.${kind}Made`, { name })}
        onClose={leave}
        dismissable={false}
        actions={
          <Button kind="primary" onClick={leave}>
            {t('ui.done')}
          </Button>
        }
      >
        <SecretBox kind={kind} value={made} onCopied={() => setCopied(true)} />
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title={t('programs.leave')}
          text={t(`programs.leave.${kind}`)}
          confirm={t('programs.leaveAnyway')}
          danger
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  )
}
