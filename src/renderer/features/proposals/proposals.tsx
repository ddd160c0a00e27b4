import './proposals.css'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { ChatKey, ProposalKey } from '../../../contract/ids.ts'
import type { ChatProposals, ShownProposal } from '../../../contract/proposals.ts'
import { showProposal, useShownProposal } from '../../client/shown-proposal.ts'
import { addLines } from '../../lib/keys/typed-ahead.ts'
import { useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useRichTranslations, useTranslations } from '../../lib/translations.ts'
import { dismissToast, showToast } from '../../ui/overlays/toast-store.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { undoDismissMs } from '../../../contract/values.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { useOpener } from '../../lib/keys/return-focus.ts'
import { isTyping } from '../../lib/keys/shortcuts.ts'
import { revealDirection } from '../../lib/text/reveal-direction.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ProgramTile } from '../../ui/marks/program-tile.tsx'
import { useTeam } from '../../client/use-team.ts'

/** A claim ends after two minutes, ms. */
const renewEveryMs = 45_000

/**
 * In a team, tells colleagues that this person has a proposal open, for as long as the window is looked at. Gives what
 * takes it over from a colleague.
 */
function useClaim(proposal: ProposalKey, isClaimed: boolean): () => void {
  const isInTeam = useTeam() !== null
  const [takeOver] = useContractCommand('proposals.claim')
  // A colleague may be faster, and the database away: the proposal says so itself.
  const [claim] = useContractCommand('proposals.claim', { errors: 'ignore' })
  const [release] = useContractCommand('proposals.release', { errors: 'ignore' })
  const renew = useEffectEvent(() => {
    if (document.hasFocus()) void claim({ proposal, take: false })
  })
  const end = useEffectEvent(() => void release({ proposal }))
  useEffect(() => {
    if (!isInTeam || isClaimed) return undefined
    renew()
    const timer = setInterval(renew, renewEveryMs)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [isInTeam, isClaimed, proposal])
  return () => void takeOver({ proposal, take: true })
}

/** A person's edit of the text of a proposal. */
interface ProposalEdit {
  readonly proposal: ProposalKey
  /** As the program wrote it. */
  readonly before: string
  readonly text: string
  /** False: put aside by Escape, until Edit is pressed again. */
  readonly isOpen: boolean
}

interface ProposalCardProps extends ShownProposal {
  readonly edit: ProposalEdit | null
  readonly onEdit: (edit: ProposalEdit | null) => void
  /** Its send begins or has ended. */
  readonly onSending: (isSending: boolean) => void
}

/** One proposal: its text, why it was made, what has come since, and what a person does with it. */
function ProposalCard({ proposal, place, previous, next, edit, onEdit, onSending }: ProposalCardProps) {
  const t = useTranslations()
  const times = useTimes()
  const rich = useRichTranslations()
  const now = useNow()
  const id = useId()
  /** The text as the person changes it; null: it is shown as the program wrote it. */
  const edited = edit?.isOpen === true ? edit.text : null
  const opener = useOpener(edited !== null)
  const [approve, approving] = useContractCommand('proposals.approve')
  const [dismiss, dismissing] = useContractCommand('proposals.dismiss')
  const [undoDismiss] = useContractCommand('proposals.undoDismiss')
  const { key, chat, programName, text, reason, quotedText, createdAt, expiresAt, newer, newest, claimedBy } = proposal
  const takeOver = useClaim(key, claimedBy !== null)
  const madeAt = times.sentence(createdAt, now)
  const isBusy = approving.pending || dismissing.pending
  const send = async (): Promise<void> => {
    if (isBusy || edited?.trim() === '') return
    onSending(true)
    const sent = await approve(edited === null ? { proposal: key } : { proposal: key, text: edited })
    if (sent.ok) onEdit(null)
    onSending(false)
  }
  const write = (next: string): void => onEdit({ proposal: key, before: text, text: next, isOpen: true })
  const begin = (): void => {
    // Asked for by its key, it stays here while others come and go.
    showProposal(chat, key)
    write(edit?.text ?? text)
  }
  const giveUp = async (): Promise<void> => {
    if (!(await dismiss({ proposal: key })).ok) return
    const toast = showToast('proposals.dismissed', {
      tone: 'plain',
      until: Date.now() + undoDismissMs,
      action: { wording: { id: 'ui.undo' }, run: () => void bringBack() },
    })
    const bringBack = async (): Promise<void> => {
      dismissToast(toast)
      if (!(await undoDismiss({ proposal: key })).ok) return
      const route = currentRoute()
      if (route.view === 'chats' && route.chat === chat) showProposal(chat, key)
    }
  }
  return (
    <div className="proposal-area">
      <section className="proposal" aria-labelledby={id}>
        <div className="proposal-head">
          <ProgramTile />
          <h2 id={id} className="by ell">
            {edited === null
              ? rich('proposals.by', {
                  program: <b>{programName}</b>,
                  at: (
                    <span className="at num">
                      {t('proposals.at', { time: madeAt, isToday: madeAt === times.clock(createdAt) ? 'yes' : 'no' })}
                    </span>
                  ),
                })
              : rich('proposals.editing', { program: <b>{programName}</b> })}
          </h2>
          {place.of > 1 && edited === null && (
            <>
              <IconButton
                icon="chevronLeft"
                size="compact"
                label={t('proposals.previous')}
                aria-disabled={previous === null || undefined}
                onClick={() => previous !== null && showProposal(chat, previous)}
              />
              <span className="num">{t('proposals.place', { ...place })}</span>
              <IconButton
                icon="chevronRight"
                size="compact"
                label={t('proposals.next')}
                aria-disabled={next === null || undefined}
                onClick={() => next !== null && showProposal(chat, next)}
              />
            </>
          )}
          <span className="until" title={t('proposals.expires', { time: times.sentence(expiresAt, now) })}>
            <Icon name="hourglass" size={14} />
            {t('proposals.expires', { time: times.until(expiresAt, now) })}
          </span>
        </div>
        <div className="proposal-body">
          {quotedText !== null && (
            <p className="why">
              <Icon name="reply" size={14} />
              <span>{t('proposals.quotes', { text: revealDirection(quotedText) })}</span>
            </p>
          )}
          {edited === null ? (
            <p className="text scroll">
              <bdi>{revealDirection(text)}</bdi>
            </p>
          ) : (
            <textarea
              className="input"
              // An edit that comes back with its chat takes no letters from the answer.
              autoFocus={!isTyping(document.activeElement)}
              // Text typed while it is sent would go with the proposal.
              readOnly={isBusy}
              aria-label={t('proposals.text')}
              value={edited}
              onChange={(event) => write(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') {
                  event.stopPropagation()
                  // Escape takes nothing that was written.
                  onEdit(edited === text ? null : { proposal: key, before: text, text: edited, isOpen: false })
                } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault()
                  void send()
                }
              }}
            />
          )}
          {reason !== '' && (
            <p className="why">
              <Icon name="info" size={14} />
              <span>{t('proposals.reason', { reason: revealDirection(reason) })}</span>
            </p>
          )}
          {newest !== null && (
            <div className="proposal-since">
              <Icon name="chat" size={14} />
              <span className="ell">
                <b>{t('proposals.since', { count: newer, name: newest.sender.slice(0, 60) })}</b>{' '}
                <bdi>{newest.text}</bdi>
              </span>
              <Button
                kind="text"
                onClick={() => goTo({ view: 'chats', scope: currentRoute().scope, chat, message: newest.message })}
              >
                {t('ui.show')}
              </Button>
            </div>
          )}
          <div className="proposal-acts">
            {claimedBy !== null ? (
              <>
                <span className="grow">{t('proposals.claimed', { name: claimedBy })}</span>
                <Button key="takeOver" onClick={takeOver}>
                  {t('proposals.takeOver')}
                </Button>
              </>
            ) : edited === null ? (
              <>
                {newer > 0 ? (
                  <>
                    <Button key="edit" ref={opener} kind="primary" blocked={isBusy} onClick={begin}>
                      {t('ui.edit')}
                    </Button>
                    <Button key="sendAnyway" busy={approving.pending} blocked={isBusy} onClick={() => void send()}>
                      {t('proposals.sendAnyway')}
                    </Button>
                  </>
                ) : (
                  <>
                    <Button
                      key="send"
                      kind="primary"
                      busy={approving.pending}
                      blocked={isBusy}
                      onClick={() => void send()}
                    >
                      {t('ui.send')}
                    </Button>
                    <Button key="edit" ref={opener} blocked={isBusy} onClick={begin}>
                      {t('ui.edit')}
                    </Button>
                  </>
                )}
                <Button
                  key="dismiss"
                  kind="ghost"
                  busy={dismissing.pending}
                  blocked={isBusy}
                  onClick={() => void giveUp()}
                >
                  {t('proposals.dismiss')}
                </Button>
                <span className="note">{t('proposals.nothingSent')}</span>
              </>
            ) : (
              <>
                <Button
                  kind="primary"
                  busy={approving.pending}
                  blocked={isBusy || edited.trim() === ''}
                  onClick={() => void send()}
                >
                  {t('ui.send')}
                </Button>
                <Button key="cancel" onClick={() => onEdit(null)}>
                  {t('ui.cancel')}
                </Button>
                <span className="note">{t('proposals.customerDoesNotSee', { program: programName })}</span>
              </>
            )}
          </div>
        </div>
      </section>
    </div>
  )
}

/** Proposals of programs for the open chat, above the composer: a person sends, edits or dismisses each. */
export function Proposals({ chat }: { readonly chat: ChatKey }) {
  const { shown, expired, answered } = useShownProposal(chat)
  const [edit, setEdit] = useUnfinishedValue<ProposalEdit | null>(`proposal of chat ${chat}`, null)
  const [isSending, setSending] = useState(false)
  const key = shown?.proposal.key
  useEffect(() => {
    // A proposal whose edit was begun is shown first when the chat is opened again.
    if (edit !== null) showProposal(chat, edit.proposal)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chat])
  const isClosed = edit !== null && answered === edit.proposal && key !== edit.proposal && !isSending
  useEffect(() => {
    if (!isClosed || edit === null) return
    // It expired, or somebody else sent or dismissed it: the person's words go on as their own answer.
    if (edit.text !== edit.before) {
      // Within an effect React would put the text before back first, and the cursor to its end.
      queueMicrotask(() => addLines(chat, edit.text))
      showToast('proposals.movedToDraft', { tone: 'warn' })
    }
    setEdit(null)
  }, [isClosed, edit, chat, setEdit])
  if (shown !== null) {
    const own = edit?.proposal === shown.proposal.key ? edit : null
    return <ProposalCard key={shown.proposal.key} {...shown} edit={own} onEdit={setEdit} onSending={setSending} />
  }
  return expired === null ? null : <Expired {...expired} />
}

function Expired({ programName, at }: NonNullable<ChatProposals['expired']>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  return (
    <div className="proposal-area">
      <p className="proposal-expired">
        <Icon name="hourglass" size={14} />
        <span>{t('proposals.expired', { program: programName, time: times.sentence(at, now) })}</span>
      </p>
    </div>
  )
}
