import { create } from 'zustand'
import type { InstanceKey } from '../../contract/ids.ts'

/** Dialogs that any part of the window may ask for; app/dialog-host.tsx shows them, one at a time. */
export type DialogRequest =
  | { readonly kind: 'addInstance' }
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
  | { readonly kind: 'quickReply'; readonly text: string }
  | { readonly kind: 'newMessage'; readonly instance: InstanceKey | null; readonly recipient?: string }

export interface DialogRequestState {
  readonly request: DialogRequest | null
}

export const useDialogRequest = create<DialogRequestState>(() => ({ request: null }))

/** Opens a dialog in place of the one that is open. */
export const requestDialog = (request: DialogRequest): void => useDialogRequest.setState({ request })

export const closeDialog = (): void => useDialogRequest.setState({ request: null })
