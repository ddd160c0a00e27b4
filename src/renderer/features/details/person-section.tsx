import './person.css'
import { useState } from 'react'
import type { ChatDetails, ChatKey, InstanceKey } from '../../../contract/index.ts'
import type { PersonChat } from '../../../contract/people.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useOpener } from '../../lib/keys/return-focus.ts'
import { isUnfinished } from '../../lib/text/use-unfinished-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { PersonForm } from './person-form.tsx'

interface PersonSectionProps {
  readonly details: ChatDetails
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
}

/** The person of a chat over all instances: own name and fields, and the other chats of the person. */
export function PersonSection({ details, onOpenChat }: PersonSectionProps) {
  const t = useTranslations()
  const { key: chat } = details
  const { data: card } = useContractQuery('people.card', { chat })
  const form = `card of chat ${chat}`
  const [isEditing, setEditing] = useState(() => isUnfinished(form))
  const opener = useOpener(isEditing)
  if (!card) return null
  return (
    <section className="sect" aria-label={t('details.person')}>
      <h3>
        {t('details.person')}
        {!isEditing && (
          <Button ref={opener} kind="text" onClick={() => setEditing(true)}>
            {t(card.name === '' && card.fields.length === 0 ? 'details.personName' : 'ui.edit')}
          </Button>
        )}
      </h3>
      {isEditing ? (
        <PersonForm home={form} chat={chat} card={card} onClose={() => setEditing(false)} />
      ) : (
        (card.name !== '' || card.fields.length > 0) && (
          <dl className="kv card-kv">
            {card.name !== '' && (
              <>
                <dt>{t('details.ownName')}</dt>
                <dd>
                  <bdi>{card.name}</bdi>
                </dd>
              </>
            )}
            {card.fields.map(({ key, name, value }) => (
              <div key={key} className="pair">
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )
      )}
      {card.chats.length > 0 && (
        <>
          <h4>{t('details.personChats')}</h4>
          <ul className="person-chats">
            {card.chats.map((other) => (
              <OtherChat key={other.chat} chat={chat} other={other} onOpenChat={onOpenChat} />
            ))}
          </ul>
        </>
      )}
      {!isEditing && (
        <div className="person-acts">
          <Button kind="text" onClick={() => requestDialog({ kind: 'mergePerson', chat })}>
            {t('details.merge')}
          </Button>
          <Button kind="text" className="is-danger-text" onClick={() => requestDialog({ kind: 'erasePerson', chat })}>
            {t('details.erase')}
          </Button>
        </div>
      )}
    </section>
  )
}

function OtherChat({
  chat,
  other,
  onOpenChat,
}: {
  readonly chat: ChatKey
  readonly other: PersonChat
  readonly onOpenChat: PersonSectionProps['onOpenChat']
}) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instance = useInstances().find(({ key }) => key === other.instance)
  const [separate, separating] = useContractCommand('people.separate')
  const [merge] = useContractCommand('people.merge')
  const part = async (): Promise<void> => {
    if (!(await separate({ chat, other: other.chat })).ok) return
    showToast('details.separated', {
      values: { name: other.title.slice(0, 100) },
      action: { wording: { id: 'ui.undo' }, run: () => void merge({ chat, other: other.chat }) },
    })
  }
  return (
    <li>
      <button type="button" data-colour={instance?.colour} onClick={() => onOpenChat(other.instance, other.chat)}>
        <span className="l1">
          {instance !== undefined && <InstanceMark colour={instance.colour} />}
          <span className="ell">{instance?.name}</span>
          {other.at > 0 && <time dateTime={new Date(other.at).toISOString()}>{times.list(other.at, now)}</time>}
        </span>
        <span className="l2 ell">
          <bdi>{other.title.slice(0, 300)}</bdi>
          {other.notes > 0 && <span className="muted">, {t('details.noteCount', { count: other.notes })}</span>}
        </span>
      </button>
      {other.byHand && (
        <p className="by-hand">
          {t('details.mergedByHand')}
          <Button kind="text" busy={separating.pending} onClick={() => void part()}>
            {t('details.separate')}
          </Button>
        </p>
      )}
    </li>
  )
}
