import type { JournalKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** Delivers an event once more to a webhook of this desk. Nothing where there is none. */
export function SendToProgram({ event }: { readonly event: JournalKey }) {
  const t = useTranslations()
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  const [sendAgain, { pending }] = useContractCommand('programs.sendAgain')
  const webhooks = data?.rows.filter(({ protocol, team }) => protocol === 'webhook' && team === null) ?? []
  if (webhooks.length === 0) return null
  const send = async (program: (typeof webhooks)[number]): Promise<void> => {
    const sent = await sendAgain({ program: program.key, event })
    if (!sent.ok) return
    const { queued } = sent.value
    showToast(queued ? 'journal.sentToProgram' : 'journal.notForProgram', {
      tone: queued ? 'ok' : 'warn',
      values: { name: program.name },
    })
  }
  return (
    <MenuButton
      label={t('journal.sendToProgram')}
      entries={() =>
        webhooks.map((program) => ({
          kind: 'item',
          icon: 'plug',
          label: program.name,
          run: () => void send(program),
        }))
      }
    >
      <Button size="compact" icon="plug" busy={pending}>
        {t('journal.sendToProgram')}
      </Button>
    </MenuButton>
  )
}
