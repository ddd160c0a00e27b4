import type { ChatKey, InstanceKey } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'

interface SameNumberProps {
  readonly chat: ChatKey
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
}

/** The chats that the same number has with other instances; nothing where there are none. */
export function SameNumber({ chat, onOpenChat }: SameNumberProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instances = useInstances()
  const { data: chats = [] } = useContractQuery('chats.sameNumber', { chat })
  if (chats.length === 0) return null
  return (
    <section className="sect" aria-label={t('details.sameNumber')}>
      <h3>{t('details.sameNumber')}</h3>
      <ul className="same-number">
        {chats.map((other) => {
          const instance = instances.find(({ key }) => key === other.instance)
          return (
            <li key={other.chat}>
              <button
                type="button"
                data-colour={instance?.colour}
                onClick={() => onOpenChat(other.instance, other.chat)}
              >
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
            </li>
          )
        })}
      </ul>
    </section>
  )
}
