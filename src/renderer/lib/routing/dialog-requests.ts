import { useCallback, useState } from 'react'
import { create } from 'zustand'
import type { ChatKey, InstanceKey, Scope } from '../../../contract/ids.ts'
import type { ProgramRow } from '../../../contract/programs.ts'
import { holdTyping, takeHeldTyping } from '../keys/hold-typing.ts'

/**
 * Dialogs that any part of the window may ask for; app/dialog-host.tsx shows them, one at a time, but for what says
 * otherwise.
 */
export type DialogRequest =
  | { readonly kind: 'addInstance' }
  | { readonly kind: 'addInstances' }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'folder'; readonly instances: readonly InstanceKey[] }
  | { readonly kind: 'setPassphrase' }
  | { readonly kind: 'backup' }
  | { readonly kind: 'readBackup'; readonly purpose: 'verify' | 'restore' }
  | { readonly kind: 'importPartner' }
  | { readonly kind: 'editInstance'; readonly instance: InstanceKey }
  | { readonly kind: 'removeInstance'; readonly instance: InstanceKey }
  | { readonly kind: 'pauseInstance'; readonly instance: InstanceKey }
  | { readonly kind: 'enterToken'; readonly instance: InstanceKey }
  | { readonly kind: 'selfCheck'; readonly instance: InstanceKey }
  | { readonly kind: 'enableNotifications'; readonly instance: InstanceKey }
  | { readonly kind: 'unlockVault' }
  | { readonly kind: 'weakVault' }
  | { readonly kind: 'recovery' }
  | { readonly kind: 'palette'; readonly text?: string }
  | { readonly kind: 'shortcuts' }
  /** Shown by the conversation that is open, which goes to the day. */
  | { readonly kind: 'jumpToDate'; readonly chat: ChatKey }
  | { readonly kind: 'quickReply'; readonly text: string }
  | { readonly kind: 'labels'; readonly chat: ChatKey }
  | { readonly kind: 'newLabel'; readonly chats: readonly ChatKey[] }
  | { readonly kind: 'contact'; readonly chat: ChatKey }
  | { readonly kind: 'snooze'; readonly chat: ChatKey }
  /** These show a key once or hold what was typed: whatever happens to the view behind them, they stay. */
  | { readonly kind: 'addProgram'; readonly scope: Scope }
  | { readonly kind: 'newSecret'; readonly program: ProgramRow }
  | { readonly kind: 'changeProgram'; readonly program: ProgramRow }
  /** The command line that asked last. */
  | { readonly kind: 'pairing' }
  | { readonly kind: 'mergePerson'; readonly chat: ChatKey }
  | { readonly kind: 'erasePerson'; readonly chat: ChatKey }
  | { readonly kind: 'newMessage'; readonly instance: InstanceKey | null; readonly recipient?: string }

export interface DialogRequestState {
  readonly request: DialogRequest | null
  /** Counts what was asked for: the same dialog asked for again starts empty. */
  readonly serial: number
}

export const useDialogRequest = create<DialogRequestState>(() => ({ request: null, serial: 0 }))

/** Opens a dialog in place of the one that is open. Keys are meant for it from now on, also while it is loaded. */
export function requestDialog(request: DialogRequest): void {
  holdTyping()
  useDialogRequest.setState(({ serial }) => ({ request, serial: serial + 1 }))
}

export function closeDialog(): void {
  takeHeldTyping()
  useDialogRequest.setState({ request: null })
}

/** Closes the dialog of this serial number; false: it is no longer open. */
export function closeDialogOf(asked: number): boolean {
  const { request, serial } = useDialogRequest.getState()
  if (request === null || serial !== asked) return false
  useDialogRequest.setState({ request: null })
  return true
}

/** Closes the dialog that this component is of, and never one that was opened in its place: answers may come late. */
export function useCloseDialog(): () => boolean {
  const [serial] = useState(() => useDialogRequest.getState().serial)
  return useCallback(() => closeDialogOf(serial), [serial])
}
