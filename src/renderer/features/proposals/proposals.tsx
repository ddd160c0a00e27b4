import './proposals.css'
import { useEffect, useState } from 'react'
import type { ChatKey } from '../../../contract/ids.ts'
import type { ChatProposals } from '../../../contract/proposals.ts'
import { showProposal, useShownProposal } from '../../client/shown-proposal.ts'
import { typeInto } from '../../lib/keys/typed-ahead.ts'
import { useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import type { ProposalEdit } from './proposal-card.tsx'
import { ProposalCard } from './proposal-card.tsx'

/** What programs propose for the open chat, above the composer: a person sends, edits or dismisses each. */
export function Proposals({ chat }: { readonly chat: ChatKey }) {
  const { shown, expired, answered } = useShownProposal(chat)
  const [edit, setEdit] = useUnfinishedValue<ProposalEdit | null>(`proposal of chat ${chat}`, null)
  const [isSending, setSending] = useState(false)
  const key = shown?.proposal.key
  useEffect(() => {
    // What was begun to be changed is shown first when the chat is opened again.
    if (edit !== null) showProposal(chat, edit.proposal)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chat])
  const isClosed = edit !== null && answered === edit.proposal && key !== edit.proposal && !isSending
  useEffect(() => {
    if (!isClosed || edit === null) return
    // It expired, or somebody else sent or dismissed it: the person's words go on as their own answer.
    if (edit.text !== edit.before) {
      typeInto(chat, edit.text)
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
