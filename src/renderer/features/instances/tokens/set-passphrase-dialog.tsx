import '../instances.css'
import { useRef, useState } from 'react'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

type Field = 'current' | 'next' | 'again' | 'whole'

/** Keeps the tokens in a file that a passphrase opens, or changes the passphrase. It stands only in its fields. */
export function SetPassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const current = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Partial<Record<Field, string | undefined>>>({})
  const [save, { pending }] = useContractCommand('instances.setPassphrase', { errors: 'return' })
  // What it is opened for stays so while the answer comes.
  const [isChange] = useState(info?.vault.backend === 'passphraseFile')
  const mode = isChange ? 'change' : 'set'
  const forget = (field: Field): void => setErrors((before) => ({ ...before, [field]: undefined, whole: undefined }))
  const submit = async (): Promise<void> => {
    const [known, wanted] = [current.current?.value ?? '', next.current?.value ?? '']
    if (isChange && known === '') return setErrors({ current: t('instances.unlock.empty') })
    if (wanted === '') return setErrors({ next: t('instances.passphrase.empty') })
    if (wanted !== again.current?.value) return setErrors({ again: t('instances.passphrase.differs') })
    const result = await save({ passphrase: wanted, current: isChange ? known : null })
    if (result.ok) {
      showToast(`instances.passphrase.${mode}Done`)
      return onClose()
    }
    const { code } = result.error
    const field = code === 'passphraseWrong' ? 'current' : code === 'passphraseWeak' ? 'next' : 'whole'
    setErrors({ [field]: errorText(t, result.error.data) })
    if (field === 'current') current.current?.select()
    if (field === 'next') next.current?.select()
  }
  return (
    <Dialog
      title={t(`instances.passphrase.${mode}Title`)}
      text={t(`instances.passphrase.${mode}Text`)}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => {
        if (!pending) void submit()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t(`instances.passphrase.${mode}Button`)}
          </Button>
        </>
      }
    >
      <div className="form" inert={pending}>
        {isChange && (
          <TextField
            ref={current}
            label={t('instances.passphrase.current')}
            secret
            error={errors.current}
            onInput={() => forget('current')}
          />
        )}
        <TextField
          ref={next}
          label={t(isChange ? 'instances.passphrase.new' : 'instances.unlock.passphrase')}
          secret
          help={t('instances.passphrase.help')}
          error={errors.next}
          onInput={() => forget('next')}
        />
        <TextField
          ref={again}
          label={t('instances.passphrase.again')}
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
