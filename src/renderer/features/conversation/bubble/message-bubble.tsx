import { useRef } from 'react'
import type { Message, QuotedMessage, StatusKind } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useTimes } from '../../../lib/time/times.ts'
import { StatusMark } from '../../../ui/marks/status-mark.tsx'
import { useConversation, useConversationState, useMessageStop } from '../conversation-context.ts'
import { powersOf } from '../message-powers.ts'
import { problemOf, type MessageAction, type MessageProblem } from './message-problem.ts'
import { MessageEditor } from './message-editor.tsx'
import { contentViewOf } from '../content/content-views.ts'
import { StatusLine } from './status-line.tsx'
import { ContentPreview } from '../../../ui/text/content-preview.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { MemberAvatar } from '../../../ui/marks/member-avatar.tsx'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'

/** In these nothing has been sent yet. */
const unsent: ReadonlySet<StatusKind> = new Set(['scheduled', 'queued', 'sending', 'failed', 'expired'])

/** Above the text of an own message: the colleague who sent it, and the program that sent or proposed it. */
function SentBy({ message: { author, program, status } }: { readonly message: Message }) {
  const t = useTranslations()
  if (program === null && !author) return null
  const name = program?.name ?? ''
  const person = author ? author.name || t('ui.colleague') : ''
  const isPersons = author && program?.how !== 'sent'
  return (
    <div className="by">
      {isPersons ? <MemberAvatar person={author} size={16} /> : <ProgramTile size={16} />}
      <bdi>
        {program?.how === 'sent'
          ? t(status !== null && unsent.has(status.kind) ? 'conversation.fromProgram' : 'conversation.sentByProgram', {
              name,
            })
          : program === null
            ? person
            : author
              ? t('conversation.authorProposed', { author: person, name })
              : t('conversation.proposedByProgram', { name })}
      </bdi>
    </div>
  )
}

const namedAtMost = 20

interface ReactionsProps {
  readonly message: Message
  /** The service takes reactions, so that a chip sets or takes back the account's own. */
  readonly canReact: boolean
}

/** Reactions as chips under their message; who reacted is in the tooltip. */
function Reactions({ message, canReact }: ReactionsProps) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { actions } = useConversation()
  return (
    <div className="reacts" role="group" aria-label={t('conversation.reactions')}>
      {message.reactions.map(({ emoji, count, own, people }) => {
        const names = people.slice(0, namedAtMost).map((person) => (person.own ? t('ui.you') : person.name))
        return (
          <Tooltip key={emoji} text={names.join(', ')} side="top">
            <button
              type="button"
              className={cx('react', own && 'is-mine')}
              tabIndex={stop}
              aria-pressed={canReact ? own : undefined}
              onClick={canReact ? () => actions.react(message.key, own ? '' : emoji) : undefined}
              aria-label={t(own ? 'conversation.reactionOwn' : 'conversation.reaction', { emoji, count })}
            >
              <span>{emoji}</span>
              <b>{count}</b>
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}

/** Time and tick at the end of a bubble; the full time as a tooltip. */
function MessageMeta({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const times = useTimes()
  return (
    <span className="meta">
      {message.edited && !message.deleted && <span>{t('conversation.edited')}</span>}
      {/* The time of writing is not shown for a scheduled message. */}
      {message.status?.kind !== 'scheduled' && (
        <time dateTime={new Date(message.at).toISOString()} title={times.dateTime(message.at)}>
          {times.clock(message.at)}
        </time>
      )}
      {message.status && !message.deleted && <StatusMark status={message.status} />}
    </span>
  )
}

interface BubbleStatusLineProps {
  readonly message: Message
  readonly problem: MessageProblem
  readonly onEdit: () => void
}

/** The status line under a bubble of the open chat. */
function BubbleStatusLine(props: BubbleStatusLineProps) {
  const { actions, giveBack } = useConversation()
  return <StatusLine {...props} actions={actions} giveBack={giveBack} stop={useMessageStop()} />
}

/** From this count on, a bubble says "Forwarded many times". */
const manyTimes = 5

const forTexts: ReadonlySet<MessageAction> = new Set(['edit', 'copyText'])

export interface MessageBubbleProps {
  readonly message: Message
  /** In group chats the sender's name is on the first bubble of a series. */
  readonly named: boolean
}

/** One message as a bubble with everything that belongs to it. */
export function MessageBubble({ message, named }: MessageBubbleProps) {
  const t = useTranslations()
  const stop = useMessageStop()
  const stack = useRef<HTMLDivElement>(null)
  const { actions, edit, endEdit, openChatWith, openMenu, openReactions, reply } = useConversation()
  const { service, editing, isProgramsPaused } = useConversationState()
  const { content, sender, forwarded, quoted, deleted } = message
  const found = problemOf(message.status, message.editFailed, message.program, isProgramsPaused)
  // Only a text is changed in its place.
  const problem =
    content.kind === 'text' ? found : { ...found, actions: found.actions.filter((action) => !forTexts.has(action)) }
  if (deleted) return <GoneBubble message={message} />
  const isBare = content.kind === 'sticker' && !quoted && !forwarded
  const powers = powersOf(message, service, message.at)
  const isQueued = problem.actions.includes('edit')
  // An editor with its text stays open when the message leaves the window or the time is over; saving then reports that
  // it is too late.
  const isEditing = editing === message.key && content.kind === 'text'
  const isSent = !isQueued && powers.editUntil !== null
  return (
    <>
      <div className="stack" ref={stack}>
        <div
          className={cx(
            'bubble',
            isBare && 'is-bare',
            (content.kind === 'image' || content.kind === 'video') && 'is-media',
            content.kind === 'unsupported' && 'is-raw',
            problem.tone !== 'plain' && `is-${problem.tone}`,
          )}
        >
          {named && !isBare && content.kind !== 'unsupported' && (
            <button
              type="button"
              className={cx('sender', `s-${sender.hue}`)}
              title={t('conversation.writeTo', { value: sender.name.slice(0, 100) })}
              tabIndex={stop}
              onClick={() => openChatWith(sender.id)}
            >
              <bdi>{sender.name.slice(0, 200)}</bdi>
            </button>
          )}
          {!isBare && <SentBy message={message} />}
          {forwarded && (
            <div className="fwd" title={t('conversation.forwardedTimes', { count: forwarded.score })}>
              <Icon name="forward" />
              {forwarded.score >= manyTimes
                ? t('conversation.forwardedMany', { count: forwarded.score })
                : forwarded.score > 1
                  ? t('conversation.forwardedTimes', { count: forwarded.score })
                  : t('conversation.forwarded')}
            </div>
          )}
          {content.kind === 'choice' && (
            <div className="fwd">
              <Icon name="tap" />
              {t('conversation.chosen')}
            </div>
          )}
          {quoted && <QuotedCard quoted={quoted} />}
          {isEditing ? (
            <MessageEditor
              message={message.key}
              text={content.text}
              until={isSent ? powers.editUntil : null}
              onSave={(text) => (isSent ? actions.editSent : actions.edit)(message.key, text)}
              onClose={() => endEdit(message.key, stack.current?.closest<HTMLElement>('[data-message]') ?? null)}
            />
          ) : (
            <MessageContentView message={message} />
          )}
        </div>
        {message.reactions.length > 0 && <Reactions message={message} canReact={powers.react} />}
        <div className="msg-acts">
          {powers.react && (
            <IconButton
              icon="react"
              size="compact"
              label={t('conversation.react')}
              aria-haspopup="dialog"
              tabIndex={stop}
              onClick={(event) => openReactions(message, event.currentTarget)}
            />
          )}
          {powers.reply && (
            <IconButton
              icon="reply"
              size="compact"
              label={t('conversation.reply')}
              shortcut="R"
              tabIndex={stop}
              onClick={() => reply(message)}
            />
          )}
          <IconButton
            icon="more"
            size="compact"
            label={t('conversation.messageActions')}
            aria-haspopup="menu"
            tabIndex={stop}
            onClick={(event) => openMenu(message, event.currentTarget)}
          />
        </div>
      </div>
      {!isEditing && (problem.explanation || problem.actions.length > 0) && (
        <BubbleStatusLine message={message} problem={problem} onEdit={() => edit(message.key)} />
      )}
    </>
  )
}

function GoneBubble({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const { sender, deletedBy } = message
  return (
    <div className="stack">
      <div className="bubble is-gone">
        <p>
          <Icon name="trash" />
          {deletedBy?.own
            ? t('conversation.deletedOwn')
            : deletedBy === null || deletedBy.id === sender.id || deletedBy.name === sender.name
              ? t('conversation.deletedOther')
              : t('conversation.deletedBy', { name: deletedBy.name.slice(0, 60) })}
          <MessageMeta message={message} />
        </p>
      </div>
    </div>
  )
}

/** The content of a message of any kind, with its time where the kind puts it. */
function MessageContentView({ message }: { readonly message: Message }) {
  const { content } = message
  const { Bubble } = contentViewOf(content.kind)
  return <Bubble message={message} content={content} meta={<MessageMeta message={message} />} />
}

/** The message that is answered; leads to it. */
function QuotedCard({ quoted }: { readonly quoted: QuotedMessage }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { jumpToQuoted } = useConversation()
  const { sender } = quoted
  const known = quoted.key !== null || quoted.idMessage !== ''
  // A menu's answer and a quote with an empty typeMessage name a message without its content (service 10.5).
  const isAbsent = quoted.key === null && quoted.kind === 'unsupported'
  const name = sender ? (sender.own ? t('ui.you') : sender.name) : t('conversation.quotedUnknown')
  return (
    <button
      type="button"
      className={cx('quote', sender && !sender.own && `q-${sender.hue}`)}
      tabIndex={stop}
      disabled={!known}
      title={known ? t('conversation.goToQuoted') : undefined}
      onClick={() => jumpToQuoted(quoted.key, quoted.idMessage)}
    >
      <span className="grow">
        <b className="ell">
          <bdi>{name}</bdi>
        </b>
        <span className="q" dir="auto">
          {isAbsent ? t('conversation.quotedAbsent') : <ContentPreview kind={quoted.kind} text={quoted.text} />}
        </span>
      </span>
      {quoted.thumbnail && (
        <img src={`media/${encodeURIComponent(quoted.thumbnail)}`} alt="" width={36} height={36} loading="lazy" />
      )}
    </button>
  )
}
