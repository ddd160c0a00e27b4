import type { QuotedMessage } from '../../../contract/index.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ContentPreview } from '../../ui/text/content-preview.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'

export interface ComposerQuoteProps {
  readonly quote: QuotedMessage
  readonly onShow: () => void
  readonly onRemove: () => void
}

/** The message that is being answered, above the text; leads to it. */
export function ComposerQuote({ quote, onShow, onRemove }: ComposerQuoteProps) {
  const t = useTranslations()
  const { sender } = quote
  const name = sender === null || sender.own ? t('ui.you') : sender.name.slice(0, 200)
  return (
    <div className="cquote" role="group" aria-label={t('composer.replyTo', { name })}>
      <Icon name="reply" size={16} />
      <button
        type="button"
        className={sender && !sender.own ? `q q-${sender.hue}` : 'q'}
        title={t('conversation.goToQuoted')}
        onClick={onShow}
      >
        <span className="grow">
          <b className="ell">
            <bdi>{name}</bdi>
          </b>
          <span className="ell" dir="auto">
            <ContentPreview kind={quote.kind} text={quote.text} />
          </span>
        </span>
        {quote.thumbnail && <img src={`media/${encodeURIComponent(quote.thumbnail)}`} alt="" width={32} height={32} />}
      </button>
      <IconButton icon="close" iconSize={16} size="compact" label={t('composer.doNotQuote')} onClick={onRemove} />
    </div>
  )
}
