import { useState } from 'react'
import type { OutgoingFilter } from '../../../contract/outgoing.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** As many as a page of the list has at most: after them come the next. */
const batchSize = 300

/**
 * What under the filter was not sent, with one button for all of it. Shown to who asked for such messages; what may
 * have been sent is never among them.
 */
export function NotSentBar({ filter }: { readonly filter: OutgoingFilter }) {
  const t = useTranslations()
  const asked = filter.statuses.filter((status) => status === 'failed' || status === 'expired' || status === 'queued')
  const { data } = useContractQuery(
    'outgoing.list',
    { filter: { ...filter, statuses: asked }, sort: { by: 'time', direction: 'asc' }, offset: 0, limit: batchSize },
    { enabled: asked.length > 0 },
  )
  const [retry, retrying] = useContractCommand('messages.retry')
  const [remove, removing] = useContractCommand('messages.deleteLocally')
  const [restore] = useContractCommand('messages.restoreDeleted')
  const [asking, setAsking] = useState(false)
  // In the order in which they were written: so they go out.
  const messages = asked.length === 0 || !data ? [] : data.rows.filter(({ status }) => status.retriable)
  const keys = messages.map(({ key }) => key)
  const count = keys.length
  if (count === 0) return null
  const discard = async (): Promise<void> => {
    if (!(await remove({ messages: keys })).ok) return
    showToast('outgoing.discarded', {
      values: { count },
      tone: 'plain',
      action: { wording: { id: 'ui.undo' }, run: () => void restore({ messages: keys }) },
    })
  }
  return (
    <>
      <Banner
        flush
        tone="bad"
        icon="alert"
        title={t('outgoing.notSent', { count })}
        actions={
          <>
            <Button size="compact" busy={removing.pending} onClick={() => void discard()}>
              {t('outgoing.discardAll')}
            </Button>
            <Button size="compact" icon="refresh" busy={retrying.pending} onClick={() => setAsking(true)}>
              {t('outgoing.retryAll')}
            </Button>
          </>
        }
      />
      {asking && (
        <ConfirmDialog
          title={t('outgoing.retryAllTitle', { count })}
          text={t('outgoing.retryAllText')}
          confirm={t('outgoing.retryAll')}
          onConfirm={() => {
            setAsking(false)
            void retry({ messages: keys })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
