import './tokens.css'
import { useState, type ReactNode } from 'react'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { vaultText } from '../connecting/check-text.ts'
import { SetPassphraseDialog } from './set-passphrase-dialog.tsx'

export interface TokenStorageNoteProps {
  /** False: the person keeps them for this session only. */
  readonly storeToken: boolean
  readonly disabled?: boolean
  /** A choice below the words. */
  readonly children?: ReactNode
}

/** Where tokens are kept; where that is until the program ends, the way to keep them with a passphrase. */
export function TokenStorageNote({ storeToken, disabled = false, children }: TokenStorageNoteProps) {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="token-note">
        <p className="help">{vaultText(t, info?.vault, storeToken)}</p>
        {info?.vault.backend === 'memory' && (
          <Button size="compact" icon="lock" disabled={disabled} onClick={() => setOpen(true)}>
            {t('instances.passphrase.keep')}
          </Button>
        )}
      </div>
      {children}
      {isOpen && <SetPassphraseDialog onClose={() => setOpen(false)} />}
    </>
  )
}
