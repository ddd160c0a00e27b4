import type { ChatDetails, ChatKey, InstanceKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { goings } from '../../lib/routing/route.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

interface OtherIdsProps {
  readonly details: ChatDetails
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
}

/** Further ids of a chat. Where two people were taken for one, an id gets a chat of its own again. */
export function OtherIds({ details: { key: chat, instance, kind, chatId, aliases }, onOpenChat }: OtherIdsProps) {
  const t = useTranslations()
  const [asked, setAsked, close] = useQuestion<string>()
  const [separate, separating] = useContractCommand('chats.separate')
  const confirm = async (alias: string): Promise<void> => {
    const done = await separate({ chat, alias })
    close()
    if (!done.ok) return
    showToast('details.idSeparated', {
      values: { id: alias },
      action: { wording: { id: 'details.openSeparated' }, run: () => onOpenChat(instance, done.value.chat) },
    })
  }
  return (
    <>
      <dt>{t('details.aliases')}</dt>
      <dd className="num">
        {aliases.map((alias) => (
          <div key={alias} className="other-id">
            <bdi>{alias}</bdi>
            {kind !== 'group' && withoutSuffix(alias) !== withoutSuffix(chatId) && (
              <Button kind="text" aria-label={t('details.separateIdOf', { id: alias })} onClick={() => setAsked(alias)}>
                {t('details.separate')}
              </Button>
            )}
          </div>
        ))}
        {asked !== null && (
          <ConfirmDialog
            title={t('details.separateTitle', { id: asked })}
            text={t('details.separateText')}
            confirm={t('details.separate')}
            busy={separating.pending}
            onConfirm={() => void confirm(asked)}
            onClose={close}
          />
        )}
      </dd>
    </>
  )
}

/** Ids that a person separated from the chat: each can be joined to it again. */
export function SeparatedIds({ details: { key: chat, instance, apart }, onOpenChat }: OtherIdsProps) {
  const t = useTranslations()
  const [rejoin, rejoining] = useContractCommand('chats.rejoin')
  const join = async (other: ChatKey): Promise<void> => {
    const before = goings()
    const done = await rejoin({ chat, other })
    if (!done.ok) return
    showToast('details.rejoined')
    // The older of the two chats remains, which may be the other one.
    if (goings() === before) onOpenChat(instance, done.value.chat)
  }
  return (
    <>
      <dt>{t('details.apart')}</dt>
      <dd className="num">
        {apart.map(({ chat: other, id }) => (
          <div key={other} className="other-id">
            <bdi>{id}</bdi>
            <Button
              kind="text"
              busy={rejoining.pending}
              aria-label={t('details.rejoinOf', { id })}
              onClick={() => void join(other)}
            >
              {t('details.rejoin')}
            </Button>
          </div>
        ))}
      </dd>
    </>
  )
}

/** A number with and without its suffix is one id; a `@lid` is another one. */
const withoutSuffix = (id: string): string => id.replace(/@c\.us$/u, '')
