import type { AddressProblem } from '../../lib/routing/address-reader.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Banner } from '../marks/banner.tsx'

export interface AddressProblemsProps {
  readonly problems: readonly AddressProblem[]
  /** Leaves them out of the address. */
  readonly onFix: () => void
}

/** Says which parts of an address could not be used. */
export function AddressProblems({ problems, onFix }: AddressProblemsProps) {
  const t = useTranslations()
  if (problems.length === 0) return null
  return (
    <Banner
      tone="warn"
      icon="warning"
      title={t('inspector.badAddress')}
      text={t('inspector.badAddressText', { parts: problems.map(({ name, value }) => `${name}=${value}`).join(', ') })}
      actions={
        <Button size="compact" onClick={onFix}>
          {t('inspector.badAddressFix')}
        </Button>
      }
    />
  )
}
