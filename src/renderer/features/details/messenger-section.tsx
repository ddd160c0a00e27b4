import type { ChatDetails, MessageLifetime } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstance } from '../../client/use-instances.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'

const lifetimes: readonly (readonly [MessageLifetime, MessageId])[] = [
  [0, 'details.lifetime.off'],
  [86_400, 'details.lifetime.day'],
  [604_800, 'details.lifetime.week'],
  [7_776_000, 'details.lifetime.quarter'],
]
/** The value of the list while the service has not said how long messages stay. */
const unknown = -1

/** Settings of the chat in the messenger itself, where the instance's service has them. */
export function MessengerSection({ details }: { readonly details: ChatDetails }) {
  const t = useTranslations()
  const instance = useInstance(details.instance)
  const [archive, archiving] = useContractCommand('chats.archiveAtService')
  const [setLifetime, setting] = useContractCommand('chats.setLifetime')
  const { key: chat, lifetime, serviceArchived } = details
  const has = (operation: string) => instance !== undefined && !instance.absentOperations.includes(operation)
  const archives = serviceArchived !== true
  const canArchive = has(archives ? 'archiveChat' : 'unarchiveChat')
  const canLimit = has('setDisappearingChat')
  if (!canArchive && !canLimit) return null
  const title = t('details.messenger', { family: instance?.family ?? '' })
  const listed = lifetimes.find(([seconds]) => seconds === lifetime)
  return (
    <section className="sect" aria-label={title}>
      <h3>
        {title}
        {canArchive && (
          <Button kind="text" busy={archiving.pending} onClick={() => void archive({ chat, archived: archives })}>
            {t(archives ? 'details.messenger.archive' : 'details.messenger.unarchive')}
          </Button>
        )}
      </h3>
      {canLimit && (
        <>
          <Select
            label={t('details.lifetime')}
            labelShown
            value={lifetime ?? unknown}
            disabled={setting.pending}
            options={[
              ...(lifetime === null ? [{ value: unknown, label: t('details.lifetime.unknown'), disabled: true }] : []),
              ...(lifetime !== null && listed === undefined
                ? [{ value: lifetime, label: t('details.lifetime.seconds', { seconds: lifetime }), disabled: true }]
                : []),
              ...lifetimes.map(([seconds, label]) => ({ value: seconds as number, label: t(label) })),
            ]}
            onChange={(chosen) => {
              const found = lifetimes.find(([seconds]) => seconds === chosen)
              if (found !== undefined) void setLifetime({ chat, seconds: found[0] })
            }}
          />
          <small>{t('details.lifetime.text')}</small>
        </>
      )}
    </section>
  )
}
