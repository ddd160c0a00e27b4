import './proposals.css'
import type { ChatKey } from '../../../contract/ids.ts'
import type { ChatProposals } from '../../../contract/proposals.ts'
import { useShownProposal } from '../../client/shown-proposal.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { ProposalCard } from './proposal-card.tsx'

/** What programs propose for the open chat, above the composer: a person sends, edits or dismisses each. */
export function Proposals({ chat }: { readonly chat: ChatKey }) {
  const { shown, expired } = useShownProposal(chat)
  if (shown !== null) return <ProposalCard key={shown.proposal.key} {...shown} />
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
