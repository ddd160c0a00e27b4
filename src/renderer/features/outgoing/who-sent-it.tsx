import { useState } from 'react'
import type { MessageDetails } from '../../../contract/messages.ts'
import { revealDirection } from '../../lib/text/reveal-direction.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/inspector/raw-section.tsx'
import { PersonMark, ProgramMark, authorName } from './sender-marks.tsx'

/** The person or the program behind a message, and what the program proposed; nothing where neither is known. */
export function WhoSentIt({ details: { message, program: details } }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const { author, program } = message
  if (program === null && author === null) return null
  const proposal = details?.proposal ?? null
  const sendId = details?.sendId ?? null
  return (
    <section className="sect">
      <h3>{t('outgoing.whoSentIt')}</h3>
      <dl className="kv">
        <dt>{t('outgoing.author')}</dt>
        <dd>{program?.how === 'sent' ? <ProgramMark name={program.name} /> : <PersonMark author={author} />}</dd>
        {program?.how === 'proposed' && (
          <>
            <dt>{t('outgoing.proposedBy')}</dt>
            <dd>
              <ProgramMark name={program.name} />
            </dd>
          </>
        )}
        {proposal !== null && proposal.reason !== '' && (
          <>
            <dt>{t('outgoing.reason')}</dt>
            <dd>
              <bdi>{revealDirection(proposal.reason)}</bdi>
            </dd>
          </>
        )}
        {proposal?.isEdited && (
          <>
            <dt>{t('outgoing.changed')}</dt>
            <dd>
              <Change
                isByThis={author?.isThis !== false}
                name={authorName(t, author)}
                proposed={proposal.text}
                key={message.key}
              />
            </dd>
          </>
        )}
        {sendId !== null && (
          <>
            <dt>{t('outgoing.sendId')}</dt>
            <dd className="send-id">
              <bdi className="mono">{revealDirection(sendId)}</bdi>
              <CopyButton label={t('outgoing.copySendId')} text={sendId} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

interface ChangeProps {
  /** This person made it. */
  readonly isByThis: boolean
  readonly name: string
  /** The text as the program wrote it. */
  readonly proposed: string
}

/** That the person changed the text, and on demand what the program had proposed. */
function Change({ isByThis, name, proposed }: ChangeProps) {
  const t = useTranslations()
  const [isShown, setShown] = useState(false)
  return (
    <>
      {isByThis ? t('outgoing.changedByYou') : t('outgoing.changedBy', { name })}{' '}
      <Button kind="text" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'outgoing.hideProposal' : 'outgoing.showProposal')}
      </Button>
      {isShown && (
        <blockquote className="proposed-text">
          <bdi>{revealDirection(proposed)}</bdi>
        </blockquote>
      )}
    </>
  )
}
