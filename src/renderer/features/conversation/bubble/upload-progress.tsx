import type { Message } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useConversation, useMessageStop } from '../conversation-context.ts'

/**
 * How far the file of an own message is on its way to the service. The last of it is counted when the service has
 * answered.
 */
export function UploadProgress({ message }: { readonly message: Message }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const stop = useMessageStop()
  const { actions } = useConversation()
  const { data: progress } = useContractQuery('uploads.progress', { message: message.key })
  if (!progress) return null
  const { sent, total } = progress
  const share = Math.min(0.99, sent / Math.max(1, total))
  const wording = t('conversation.uploading', { sent: numbers.bytes(sent), total: numbers.bytes(total) })
  return (
    <div className="upload">
      <span className="d num">{wording}</span>
      <IconButton
        icon="close"
        size="compact"
        label={t('conversation.cancelUpload')}
        tabIndex={stop}
        onClick={() => void actions.cancel(message.key)}
      />
      <div
        className="bar"
        role="progressbar"
        aria-label={t('conversation.upload')}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
