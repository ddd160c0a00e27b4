import './programs.css'
import { useEffect, useRef, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Asks whether the command line that shows the same code gets a key. The focus starts where Enter refuses. */
export function PairingDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const { data } = useContractQuery('programs.pairing', {})
  // Another one that asks meanwhile has another code: it gets a dialog of its own.
  const [pairing, setPairing] = useState(data ?? null)
  if (pairing === null && data) setPairing(data)
  const isOver = data !== undefined && (data === null || (pairing !== null && data.id !== pairing.id))
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const refuse = useRef<HTMLButtonElement>(null)
  const [send, sending] = useContractCommand('programs.answerPairing')
  if (pairing === null) return null
  const { id, code, name } = pairing
  const answer = async (allow: boolean): Promise<void> => {
    if (sending.pending) return
    await send({ id, allow })
    onClose()
  }
  return (
    <Dialog
      title={t('programs.pairing')}
      text={t('programs.pairing.text')}
      onClose={onClose}
      dismissable={false}
      initialFocus={refuse}
      actions={
        <>
          <Button ref={refuse} onClick={() => void answer(false)}>
            {t('programs.pairing.refuse')}
          </Button>
          <Button kind="primary" busy={sending.pending} onClick={() => void answer(true)}>
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
