import { create } from 'zustand'
import type { ChatKey } from '../../../../contract/index.ts'
import type { FileKind } from '../../../../contract/values.ts'

/** Why a file can't go. */
export type Refusal =
  | 'empty'
  | 'tooLarge'
  | 'folder'
  | 'tooMany'
  | 'noRoom'
  | 'diskFull'
  /** It changed or vanished while it was read. */
  | 'changed'
  /** The window closed before all of it had come. */
  | 'interrupted'
  | 'failed'

export type TrayState =
  /** `stored` of its bytes are with core. */
  | { readonly kind: 'coming'; readonly stored: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly why: Refusal }

/** A file beside what is being written. */
export interface TrayItem {
  readonly id: string
  /** Core's name of it, once it has one. */
  readonly upload: string | null
  /** The chosen file; null after the window was reloaded. */
  readonly file: File | null
  /** As it goes: core may have to change it. */
  readonly name: string
  /** The person's own name for it, where core had to change it. */
  readonly given: string
  readonly bytes: number
  readonly kind: FileKind
  readonly caption: string
  /** Where its picture can be seen; null where it is none. */
  readonly picture: string | null
  readonly state: TrayState
}

export interface Tray {
  readonly items: readonly TrayItem[]
  /** Pictures and films go as files. */
  readonly asFiles: boolean
}

interface Trays {
  readonly byChat: ReadonlyMap<ChatKey, Tray>
  readonly change: (chat: ChatKey, change: (tray: Tray) => Tray) => void
}

export const emptyTray: Tray = { items: [], asFiles: false }

/** The files beside what is being written in each chat. They come and stay while the person is in another chat. */
export const useTrays = create<Trays>((set) => ({
  byChat: new Map(),
  change: (chat, change) =>
    set(({ byChat }) => ({ byChat: new Map(byChat).set(chat, change(byChat.get(chat) ?? emptyTray)) })),
}))

export const trayOf = (chat: ChatKey): Tray => useTrays.getState().byChat.get(chat) ?? emptyTray
