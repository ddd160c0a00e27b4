import './programs.css'
import { useRef } from 'react'
import type { PendingPairing } from '../../../contract/programs.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Asks whether the command line that shows the same code gets a key. The focus starts where Enter refuses. */
export function PairingDialog({ pairing: { id, code, name } }: { readonly pairing: PendingPairing }) {
  const t = useTranslations()
  const refuse = useRef<HTMLButtonElement>(null)
  const [send, sending] = useContractCommand('programs.answerPairing')
  const answer = (allow: boolean) => void (sending.pending ? undefined : send({ id, allow }))
  return (
    <Dialog
      title={t('programs.pairing')}
      text={t('programs.pairing.text')}
      onClose={() => answer(false)}
      dismissable={false}
      initialFocus={refuse}
      actions={
        <>
          <Button ref={refuse} onClick={() => answer(false)}>
            {t('programs.pairing.refuse')}
          </Button>
          <Button kind="primary" busy={sending.pending} onClick={() => answer(true)}>
            {t('programs.pairing.allow')}
          </Button>
        </>
      }
    >
      <div className="pair-code">
        <code aria-label={t('programs.pairing.code')}>{code}</code>
        <span className="muted">{name}</span>
      </div>
      <p className="help">{t('programs.pairing.rights')}</p>
    </Dialog>
  )
}
