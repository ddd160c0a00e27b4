import type { QuotedMessage } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ContentPreview } from '../../../ui/text/content-preview.tsx'
import { useConversation, useMessageStop } from '../conversation-context.ts'

/** The message that is answered; leads to it. */
export function QuotedCard({ quoted }: { readonly quoted: QuotedMessage }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { jumpToQuoted } = useConversation()
  const { sender } = quoted
  const known = quoted.key !== null || quoted.idMessage !== ''
  const name = sender ? (sender.own ? t('conversation.you') : sender.name) : t('conversation.quotedUnknown')
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
          <ContentPreview kind={quoted.kind} text={quoted.text} />
        </span>
      </span>
      {quoted.thumbnail && (
        <img src={`media/${encodeURIComponent(quoted.thumbnail)}`} alt="" width={36} height={36} loading="lazy" />
      )}
    </button>
  )
}
