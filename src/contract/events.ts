import type { ChatKey, InstanceKey, JournalKey, MessageKey, ProgramKey } from './ids.ts'

/**
 * A change, emitted after the commit. Events only invalidate local reads and carry no data to show. An absent list
 * means "possibly any".
 */
export type ChangeEvent =
  /** Without `instance`: any of them. */
  | { readonly kind: 'instances'; readonly instance?: InstanceKey }
  /** An instance's login, queues, settings, account or groups. */
  | { readonly kind: 'administration'; readonly instance: InstanceKey }
  | { readonly kind: 'chats'; readonly instance: InstanceKey; readonly chats?: readonly ChatKey[] }
  | {
      readonly kind: 'messages'
      readonly instance: InstanceKey
      readonly chat: ChatKey
      readonly messages?: readonly MessageKey[]
    }
  | { readonly kind: 'group'; readonly chat: ChatKey }
  | { readonly kind: 'media'; readonly message: MessageKey }
  /** Files in the composer of a chat. */
  | { readonly kind: 'uploads'; readonly chat: ChatKey }
  | { readonly kind: 'journal'; readonly instance: InstanceKey }
  | { readonly kind: 'requests' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'quickReplies' }
  /** The list of labels, or their names. */
  | { readonly kind: 'labels' }
  | { readonly kind: 'notes'; readonly chat: ChatKey }
  /** The card of a person, what contacts call them, or the name of a colleague. */
  | { readonly kind: 'people' }
  /** The customer's programs, or where they connect. Without `program`: any of them. */
  | { readonly kind: 'programs'; readonly program?: ProgramKey }
  /** Messages that programs propose. Without `chat`: of any chat. */
  | { readonly kind: 'proposals'; readonly chat?: ChatKey }
  | { readonly kind: 'storage' }
  /** The plan of backups, or how far one is. */
  | { readonly kind: 'backup' }
  | { readonly kind: 'vault' }
  /** The lock of the window. */
  | { readonly kind: 'lock' }
  | { readonly kind: 'team' }
  /** Presence of colleagues. */
  | { readonly kind: 'presence' }
  /** Read marks of colleagues in the open chat. */
  | { readonly kind: 'teamChat'; readonly chat: ChatKey }
  /** A step of a check or of joining a team ended (instances.checkSteps, team.joinSteps). */
  | { readonly kind: 'check'; readonly run: string }

/**
 * A notice for a person who is not looking at the window. Hosts show it; its text is already hidden if the person chose
 * so.
 */
export type NoticeEvent =
  | {
      readonly kind: 'incoming'
      readonly instance: InstanceKey
      readonly instanceName: string
      readonly chat: ChatKey
      readonly message: MessageKey
      readonly title: string
      readonly body: string
      readonly silent: boolean
      /** A call that nobody took: the host has the words, and `body` is ''. */
      readonly missedCall?: true
    }
  | {
      readonly kind: 'summary'
      readonly instance: InstanceKey
      readonly instanceName: string
      readonly messages: number
      readonly chats: number
    }
  | {
      readonly kind: 'trouble'
      readonly instance: InstanceKey
      readonly instanceName: string
      readonly connection: string
    }
  /** The command line asks for a key. The window shows the same code; only there it can be allowed. */
  | { readonly kind: 'pairing'; readonly pairing: number; readonly code: string }

/** Views whose filters stand in their address. */
export const filteredViews = ['outgoing', 'events', 'requests'] as const
export type FilteredView = (typeof filteredViews)[number]

/** The host asks the window to go somewhere: a notification was clicked, a deep link opened, a menu item chosen. */
export type NavigateEvent =
  | { readonly kind: 'chat'; readonly instance: InstanceKey; readonly chat: ChatKey; readonly message?: MessageKey }
  | {
      readonly kind: 'view'
      readonly view: FilteredView
      readonly instance: InstanceKey | null
      readonly query: string
    }
  | { readonly kind: 'event'; readonly event: JournalKey }
  | {
      readonly kind: 'action'
      readonly action:
        | 'settings'
        | 'addInstance'
        | 'palette'
        | 'newMessage'
        | 'shortcuts'
        | 'find'
        | 'nextWaiting'
        | 'about'
    }
  | { readonly kind: 'badLink'; readonly text: string }

export type ContractEvent =
  | { readonly type: 'changed'; readonly change: ChangeEvent }
  | { readonly type: 'notice'; readonly notice: NoticeEvent }
  /** A pairing was answered or has expired: its notice is withdrawn. */
  | { readonly type: 'pairingEnded'; readonly pairing: number }
  | { readonly type: 'navigate'; readonly navigate: NavigateEvent }
