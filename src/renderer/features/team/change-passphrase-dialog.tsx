import { useRef, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

type Field = 'current' | 'next' | 'again' | 'whole'

/** Replaces the passphrase of the team, and says what its members have to do then. */
export function ChangePassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const current = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Partial<Record<Field, string | undefined>>>({})
  const [change, { pending }] = useContractCommand('team.changePassphrase', { errors: 'return' })
  const forget = (field: Field) => setErrors((before) => ({ ...before, [field]: undefined, whole: undefined }))
  const submit = async () => {
    const [known, wanted] = [current.current?.value ?? '', next.current?.value ?? '']
    if (known === '') return setErrors({ current: t('team.passphraseEmpty') })
    if (wanted === '') return setErrors({ next: t('team.passphraseNewEmpty') })
    if (wanted !== again.current?.value) return setErrors({ again: t('team.passphraseDiffers') })
    const result = await change({ current: known, passphrase: wanted })
    if (result.ok) {
      showToast('team.passphraseChanged')
      return onClose()
    }
    const { code } = result.error
    if (code === 'passphraseWrong') setErrors({ current: t('team.passphraseNotThis') })
    else setErrors({ [code === 'passphraseWeak' ? 'next' : 'whole']: errorText(t, result.error.data) })
  }
  return (
    <Dialog
      title={t('team.passphraseChangeTitle')}
      text={t('team.passphraseChangeText')}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => {
        if (!pending) void submit()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('team.passphraseChangeButton')}
          </Button>
        </>
      }
    >
      <div className="form" inert={pending}>
        <TextField
          ref={current}
          label={t('team.passphraseCurrent')}
          name="current"
          secret
          error={errors.current}
          onInput={() => forget('current')}
        />
        <TextField
          ref={next}
          label={t('team.passphraseNew')}
          name="next"
          secret
          error={errors.next}
          onInput={() => forget('next')}
        />
        <TextField
          ref={again}
          label={t('team.passphraseAgain')}
          name="again"
          secret
          error={errors.again}
          onInput={() => forget('again')}
        />
      </div>
      {errors.whole !== undefined && (
        <p className="help is-bad" role="alert">
          {errors.whole}
        </p>
      )}
    </Dialog>
  )
}
