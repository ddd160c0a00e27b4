import type { SteadyChat, TeamSendRow } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { usePresences, type JoinedTeam } from '../../client/use-team.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Typing } from '../../ui/marks/typing.tsx'

/** Colleagues' activity in this chat, above the field in which this person writes. */
export function TeamLines({ chat, team }: { readonly chat: SteadyChat; readonly team: JoinedTeam }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { data } = useContractQuery('team.chat', { chat: chat.key })
  const here = usePresences().get(chat.key) ?? []
  const writing = here.find(({ what }) => what === 'writing')
  const looking = here.filter(({ what }) => what === 'reading')
  const assigned = chat.assignee !== null && !chat.assignee.isThis ? chat.assignee.name : ''
  return (
    <>
      {(data?.underWay ?? []).map((send) => (
        <UnderWay key={send.id} send={send} team={team} />
      ))}
      {team.state !== 'live' && team.state !== 'connecting' ? (
        <p className="presence" role="status">
          <Icon name="database" size={14} />
          <span>{t('composer.teamAway')}</span>
        </p>
      ) : writing !== undefined ? (
        <p className="presence" role="status">
          <Typing>{t('chats.writing', { name: writing.name })}</Typing>
          <span>
            {t('composer.writingSince', {
              time: times.sentence(writing.since, now),
              assigned,
              is: assigned === '' ? 'no' : 'yes',
            })}
          </span>
        </p>
      ) : looking.length > 0 ? (
        <p className="presence" role="status">
          <Icon name="eye" size={14} />
          <span>
            {t('composer.looking', { name: looking.map(({ name }) => name).join(', '), count: looking.length })}
          </span>
        </p>
      ) : null}
    </>
  )
}

/** A colleague's message that is queued, in flight or uncertain. */
function UnderWay({ send, team }: { readonly send: TeamSendRow; readonly team: JoinedTeam }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [dismiss, dismissing] = useContractCommand('team.dismissSend')
  const { id, by, text, state, at } = send
  const isHere = team.members.some((member) => member.desk === by.desk && member.isHere)
  return (
    <div className={state === 'uncertain' ? 'under-way is-warn' : 'under-way'} role="note">
      <MemberAvatar person={by} size={16} />
      <div className="grow">
        <p>
          {t(`composer.colleague.${state}`, {
            name: by.name,
            time: times.sentence(at, now),
            gone: isHere ? 'no' : 'yes',
          })}
        </p>
        {text !== '' && (
          <p className="text" dir="auto">
            {text.slice(0, 500)}
          </p>
        )}
      </div>
      {state === 'uncertain' && !isHere && team.state === 'live' && team.role !== 'viewer' && (
        <Button kind="text" busy={dismissing.pending} onClick={() => void dismiss({ id })}>
          {t('composer.dismissSend')}
        </Button>
      )}
    </div>
  )
}
