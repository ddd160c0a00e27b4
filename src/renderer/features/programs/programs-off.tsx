import { useContractCommand } from '../../client/use-contract-command.ts'
import { useRichTranslations, useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { addressOf } from './program-facts.ts'

export interface ProgramsOffProps {
  readonly port: number
  /** Programs that were added before it was switched off. */
  readonly count: number
}

/** No port is open: what switching it on means, and the button that does it. */
export function ProgramsOff({ port, count }: ProgramsOffProps) {
  const t = useTranslations()
  const rich = useRichTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  return (
    <EmptyState
      icon="plug"
      title={t('programs.off')}
      text={
        <>
          {rich('programs.offText', { address: <code key="address">{addressOf(port).slice('http://'.length)}</code> })}
          {count > 0 && ` ${t('programs.offWaiting', { count })}`}
        </>
      }
      actions={
        <Button kind="primary" busy={pending} onClick={() => void update({ programs: true })}>
          {t('programs.switchOn')}
        </Button>
      }
    />
  )
}
