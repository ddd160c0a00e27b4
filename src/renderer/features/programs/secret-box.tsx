import './add/add-program.css'
import { copyText } from '../../ui/copy-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

export interface SecretBoxProps {
  /** `address`: an address with the key in it, for tools that take a key no other way. */
  readonly kind: 'key' | 'secret' | 'address'
  readonly value: string
  readonly onCopied: () => void
}

/** A key or secret, which is nowhere else ever again, with the button that copies it. */
export function SecretBox({ kind, value, onCopied }: SecretBoxProps) {
  const t = useTranslations()
  const copy = async (): Promise<void> => {
    if (await copyText(value)) onCopied()
  }
  return (
    <div className="secret-box">
      <div className="t">
        <Icon name="key" size={14} />
        {t(`programs.secretBox.${kind}`)}
      </div>
      <p>{t(`programs.secretBox.${kind}Text`)}</p>
      <div className="v">
        <code tabIndex={0} aria-label={t(`programs.secretBox.${kind}`)}>
          {value}
        </code>
        <Button icon="copy" onClick={() => void copy()}>
          {t('ui.copy')}
        </Button>
      </div>
    </div>
  )
}
