import { expect, it, vi } from 'vitest'
import { closeDialogOf, requestDialog, useDialogRequest } from './dialog-requests.ts'

it('closes the dialog that is meant, and not the one that was opened in its place', () => {
  vi.stubGlobal('window', new EventTarget())
  const open = () => useDialogRequest.getState().request?.kind
  requestDialog({ kind: 'unlockVault' })
  const { serial } = useDialogRequest.getState()
  requestDialog({ kind: 'shortcuts' })
  closeDialogOf(serial)
  expect(open()).toBe('shortcuts')
  closeDialogOf(useDialogRequest.getState().serial)
  expect(open()).toBeUndefined()
})
