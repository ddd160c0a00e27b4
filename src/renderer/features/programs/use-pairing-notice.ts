import { useEffect } from 'react'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useSettings } from '../../client/use-preference.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { dismissToast, showToast } from '../../ui/overlays/toast-store.ts'

/**
 * Says that the command line asks for a key, for as long as it asks. It is a notice and no dialog, because nobody in
 * the window asked for it: a dialog would take the letters of an answer, and its Space would answer unseen.
 */
export function usePairingNotice(): void {
  const mayPair = useSettings()?.programs === true
  const pairing = useContractQuery('programs.pairing', {}, { enabled: mayPair }).data ?? null
  const id = mayPair ? pairing?.id : undefined
  const code = pairing?.code ?? ''
  const until = pairing?.expiresAt ?? 0
  useEffect(() => {
    if (id === undefined) return undefined
    const toast = showToast('programs.pairing.notice', {
      tone: 'plain',
      values: { code },
      until,
      action: { wording: { id: 'programs.pairing.answer' }, run: () => requestDialog({ kind: 'pairing' }) },
    })
    return () => dismissToast(toast)
  }, [id, code, until])
}
