import { useCallback } from 'react'
import type { ExportedFile } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import { showErrorToast, showToast } from '../ui/overlays/toast-store.ts'
import { useClient } from './client-context.tsx'
import { useContractQuery } from './use-contract-query.ts'

/**
 * Hands an export to the person: the desktop's save dialog, or the browser's download. Says so when it is done, in the
 * words of what is in it.
 */
export function useSaveExport(what: 'messages' | 'requests' | 'lines'): (file: ExportedFile) => Promise<void> {
  const client = useClient()
  const hasDialog = useContractQuery('app.info', {}).data?.features.saveDialog ?? false
  return useCallback(
    async (file) => {
      const toast = { values: { count: file.rows, name: file.fileName } }
      if (!hasDialog) {
        download(`files/${encodeURIComponent(file.id)}?download=${encodeURIComponent(file.fileName)}`)
        showToast(`inspector.exported.${what}`, toast)
        return
      }
      try {
        const { saved } = await client.call('host.saveFile', {
          from: { kind: 'export', id: file.id },
          fileName: file.fileName,
        })
        if (saved) showToast(`inspector.exported.${what}`, toast)
      } catch (thrown) {
        showErrorToast(thrown instanceof ContractError ? thrown.data : { code: 'internal' })
      }
    },
    [client, hasDialog, what],
  )
}

function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
