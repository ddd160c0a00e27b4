import { useState } from 'react'
import type { ChatDetails, ChatKey, InstanceKey, MessageKey, BusinessFacts } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useWanted } from '../../client/use-wanted.ts'
import { useInstance } from '../../client/use-instances.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { CopyButton } from '../../ui/inspector/raw-section.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { labelsOf, useLabels } from '../../client/use-labels.ts'
import { LabelChip } from '../../ui/marks/label-chips.tsx'
import { GroupSections } from './group-sections.tsx'
import { MessengerSection } from './messenger-section.tsx'
import { OtherIds, SeparatedIds } from './other-ids.tsx'
import { PersonSection } from './person-section.tsx'
import { SharedSection } from './shared-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { UnsyncedLine } from './unsynced-line.tsx'
import { isMuted } from '../../../contract/notice-text.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { muteEntries } from '../../ui/overlays/mute-entries.ts'

interface MuteTileProps {
  readonly mutedUntil: ChatDetails['mutedUntil']
  readonly onMute: (until: ChatDetails['mutedUntil']) => void
}

/** Mutes the chat for a while, or unmutes it. */
function MuteTile({ mutedUntil, onMute }: MuteTileProps) {
  const t = useTranslations()
  const now = useNow()
  if (isMuted(mutedUntil, now)) {
    return (
      <button type="button" className="tile-btn" onClick={() => onMute(null)}>
        <Icon name="bell" />
        <span>{t('chats.unmute')}</span>
      </button>
    )
  }
  return (
    <MenuButton label={t('chats.mute')} entries={() => muteEntries(t, onMute)}>
      <button type="button" className="tile-btn">
        <Icon name="mute" />
        <span>{t('chats.mute')}</span>
      </button>
    </MenuButton>
  )
}

/** Every label of the chat, and the way to change them. */
function LabelsSection({ details }: { readonly details: ChatDetails }) {
  const t = useTranslations()
  const known = useLabels()
  const labels = labelsOf(known, details.labels)
  return (
    <section className="sect" aria-label={t('ui.labels')}>
      <h3>
        {t('ui.labels')}
        <Button kind="text" onClick={() => requestDialog({ kind: 'labels', chat: details.key })}>
          {t(labels.length === 0 ? 'details.addLabel' : 'ui.change')}
        </Button>
      </h3>
      {labels.length > 0 && (
        <div className="labs">
          {labels.map(({ key, name, hue }) => (
            <LabelChip key={key} name={name} hue={hue} />
          ))}
        </div>
      )}
      {(['refused', 'waiting'] as const).map((why) => {
        const unsynced = details.unsyncedLabels.filter((one) => one.why === why).map(({ label }) => label)
        const names = labelsOf(known, unsynced).map(({ name }) => name)
        return names.length > 0 && <UnsyncedLine key={why} why={why} what="labels" names={names} />
      })}
    </section>
  )
}

/** A business's own words about itself in the messenger. */
function BusinessSection({ facts: { category, description, email } }: { readonly facts: BusinessFacts }) {
  const t = useTranslations()
  return (
    <section className="sect" aria-label={t('details.business')}>
      <h3>{t('details.business')}</h3>
      {description.trim() !== '' && (
        <p className="about" dir="auto">
          <RichText text={description} />
        </p>
      )}
      <dl className="kv">
        {category.trim() !== '' && (
          <>
            <dt>{t('details.business.category')}</dt>
            <dd>
              <bdi>{category}</bdi>
            </dd>
          </>
        )}
        {email.trim() !== '' && (
          <>
            <dt>{t('details.business.email')}</dt>
            <dd>
              <RichText text={email} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

export interface ChatDetailsBodyProps {
  readonly details: ChatDetails
  readonly onOpenChat: (instance: InstanceKey, chat: ChatKey) => void
  readonly onShowMessage: (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void
}

/** Details of a chat: picture, numbers, ids, and for groups everything that the service reports. */
export function ChatDetailsBody({ details, onOpenChat, onShowMessage }: ChatDetailsBodyProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  // State, not a ref: the list of participants below must be drawn again when the box is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [setPinned] = useContractCommand('chats.setPinned')
  const [setMuted] = useContractCommand('chats.setMuted')
  const [setArchived] = useContractCommand('chats.setArchived')
  const isGroup = details.kind === 'group'
  const group = useContractQuery('groups.details', { chat: details.key }, { enabled: isGroup }).data
  const chat = details.key
  const { shown, want } = useWanted('chats.details', { chat })
  const pinned = shown('pinned', details.pinned)
  const archived = shown('archived', details.archived)
  const mutedUntil = shown('mutedUntil', details.mutedUntil)
  const instance = useInstance(details.instance)
  const canSave =
    details.kind === 'user' &&
    instance !== undefined &&
    !instance.absentOperations.includes(details.contactName === null ? 'addContact' : 'editContact')
  const line = isGroup
    ? group && group.size > 0
      ? t('details.groupOf', { count: group.size })
      : t('details.group')
    : (details.phone ??
      (details.kind === 'channel' ? t('details.channel') : details.kind === 'bot' ? t('details.bot') : details.chatId))
  return (
    <div ref={setScroller} className="details-body scroll" tabIndex={-1}>
      <div className="hero">
        <Avatar initials={details.initials} hue={details.hue} avatar={details.avatar} size={72} />
        <h2>
          <bdi>{details.title.slice(0, 1000)}</bdi>
        </h2>
        <p className="num">
          <bdi>{line}</bdi>
        </p>
        <div className="acts">
          <button
            type="button"
            className="tile-btn"
            onClick={() => void want('pinned', !pinned, () => setPinned({ chat, pinned: !pinned }))}
          >
            <Icon name="pin" />
            <span>{t(pinned ? 'chats.unpin' : 'chats.pin')}</span>
          </button>
          <MuteTile
            mutedUntil={mutedUntil}
            onMute={(until) => void want('mutedUntil', until, () => setMuted({ chat, mutedUntil: until }))}
          />
          {canSave && (
            <button type="button" className="tile-btn" onClick={() => requestDialog({ kind: 'contact', chat })}>
              <Icon name={details.contactName === null ? 'plus' : 'edit'} />
              <span>{t(details.contactName === null ? 'details.addContact' : 'details.editContact')}</span>
            </button>
          )}
          <button
            type="button"
            className="tile-btn"
            onClick={() => void want('archived', !archived, () => setArchived({ chat, archived: !archived }))}
          >
            <Icon name="archive" />
            <span>{t(archived ? 'details.unarchive' : 'chats.archive')}</span>
          </button>
        </div>
      </div>
      {!isGroup && details.kind !== 'channel' && <PersonSection details={details} onOpenChat={onOpenChat} />}
      {details.business !== null && <BusinessSection facts={details.business} />}
      <LabelsSection details={details} />
      <NotesSection chat={chat} />
      <SharedSection chat={chat} onShow={onShowMessage} />
      <MessengerSection details={details} />
      {isGroup && group && (
        <GroupSections details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} part="about" />
      )}
      <div className="sect">
        <dl className="kv">
          {isGroup && group && (
            <GroupSections details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} part="facts" />
          )}
          {!isGroup && details.contactName !== null && details.contactName !== details.title && (
            <>
              <dt>{t('details.contactName')}</dt>
              <dd>
                <bdi>{details.contactName}</bdi>
              </dd>
            </>
          )}
          {!isGroup && details.senderName !== null && details.senderName !== details.title && (
            <>
              <dt>{t('details.senderName')}</dt>
              <dd>
                <bdi>{details.senderName}</bdi>
              </dd>
            </>
          )}
          {details.username !== null && (
            <>
              <dt>{t('details.username')}</dt>
              <dd>
                <bdi>@{details.username}</bdi>
                <CopyButton label={t('details.copyUsername')} text={`@${details.username}`} />
              </dd>
            </>
          )}
          {!isGroup && details.phone !== null && (
            <>
              <dt>{t('details.phone')}</dt>
              <dd className="num">
                {details.phone}
                <CopyButton label={t('details.copyPhone')} text={details.phone} />
              </dd>
            </>
          )}
          {!isGroup && details.lastSeen && (
            <>
              <dt>{t('details.lastSeen')}</dt>
              <dd>
                {details.lastSeen.at === null ? (
                  <bdi>{details.lastSeen.text}</bdi>
                ) : (
                  times.sentence(details.lastSeen.at, now)
                )}
                <span className="muted">
                  , {t('details.checkedAt', { time: times.sentence(details.lastSeen.checkedAt, now) })}
                </span>
              </dd>
            </>
          )}
          <dt>{t('details.chatId')}</dt>
          <dd className="num">
            <bdi>{details.chatId}</bdi>
            <CopyButton label={t('chats.copyId')} text={details.chatId} />
          </dd>
          {isGroup && group && (
            <GroupSections details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} part="invite" />
          )}
          {details.aliases.length > 0 && <OtherIds details={details} onOpenChat={onOpenChat} />}
          {details.apart.length > 0 && <SeparatedIds details={details} onOpenChat={onOpenChat} />}
          <dt>{t('ui.messages')}</dt>
          <dd>
            {details.firstAt === null
              ? t('details.messageCount', { count: details.messages })
              : t('details.messageCountSince', { count: details.messages, since: times.date(details.firstAt) })}
          </dd>
          <dt>{t('details.avatar')}</dt>
          <dd>
            <AvatarLine details={details} now={now} />
          </dd>
        </dl>
      </div>
      {isGroup && group && (
        <GroupSections details={details} group={group} scroller={scroller} onOpenChat={onOpenChat} part="people" />
      )}
    </div>
  )
}

/** Hidden, absent and never asked are three different things. */
function AvatarLine({ details, now }: { readonly details: ChatDetails; readonly now: number }) {
  const t = useTranslations()
  const times = useTimes()
  const [refresh, refreshing] = useContractCommand('chats.refreshAvatar')
  const { avatar, avatarCheckedAt } = details
  const wording = {
    image: 'details.avatarShown',
    none: 'details.avatarNone',
    hidden: 'details.avatarHidden',
    unknown: 'details.avatarUnknown',
  } as const
  return (
    <>
      {t(wording[avatar.kind])}
      {avatarCheckedAt !== null && avatar.kind !== 'unknown' && (
        <span className="muted">, {t('details.checkedAt', { time: times.sentence(avatarCheckedAt, now) })}</span>
      )}{' '}
      <Button kind="text" busy={refreshing.pending} onClick={() => void refresh({ chat: details.key })}>
        {t('ui.refresh')}
      </Button>
    </>
  )
}
