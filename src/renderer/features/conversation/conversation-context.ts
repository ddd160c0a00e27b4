import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type {
  ChatKey,
  InstanceKey,
  MediaContent,
  MediaState,
  Message,
  MessageKey,
  QuotedMessage,
  SteadyChat,
} from '../../../contract/index.ts'
import type { Colleague } from '../../../contract/team.ts'
import type { ServiceOfChat } from './message-powers.ts'
import type { MessageActions } from './use-message-actions.ts'

/** A message whose content is a file. */
export type MediaMessage = Message & { readonly content: Extract<Message['content'], MediaContent> }

export const isMediaMessage = (message: Message): message is MediaMessage => 'file' in message.content

interface MediaSlotProps {
  readonly message: MediaMessage
  /** Place reserved for pictures and films, CSS px. */
  readonly box: { readonly width: number; readonly height: number }
  /** -1 while the message is not the one that has the focus: the log is one stop. */
  readonly stop: 0 | -1
  /** Messages of the loaded window, oldest first: what a viewer steps through. */
  readonly neighbours: () => readonly Message[]
  readonly onViewRaw: () => void
}

/** A sound that is no message's file: the recording of a call. */
interface SoundSlotProps {
  readonly message: MessageKey
  readonly file: MediaState
  readonly hasLink: boolean
  readonly isCall: boolean
  readonly stop: 0 | -1
  readonly onViewRaw: () => void
}

/** Functions of the conversation for the parts of a message. The object is stable for a chat. */
export interface ConversationPorts {
  /** Draws files; the app gives the one of the media feature. */
  readonly Media: ComponentType<MediaSlotProps>
  readonly Sound: ComponentType<SoundSlotProps>
  readonly actions: MessageActions
  readonly isGroup: () => boolean
  readonly neighbours: () => readonly Message[]
  readonly jumpToQuoted: (key: MessageKey | null, idMessage: string) => void
  readonly openDetails: (message: MessageKey, part: 'status' | 'raw') => void
  readonly openMenu: (message: Message, anchor: Element) => void
  readonly openReactions: (message: Message, anchor: HTMLElement) => void
  /** Puts the message above the composer, so that what is written next answers it. */
  readonly reply: (message: Message) => void
  /** Opens the editor in this message. */
  readonly edit: (message: MessageKey) => void
  /** Closes it; the focus goes to where it was opened, `row` or the composer, unless the person went elsewhere. */
  readonly endEdit: (message: MessageKey, row: HTMLElement | null) => void
  readonly toggleSelected: (message: MessageKey, range: boolean) => void
  /** A queued message was cancelled: its text goes back to the composer. */
  readonly giveBack: (text: string) => void
  readonly openChatWith: (phoneOrId: string) => void
}

/** State of the open chat that its messages show. */
export interface ConversationState {
  readonly service: ServiceOfChat | undefined
  /** The message whose text is being changed in its place. */
  readonly editing: MessageKey | null
  /** The customer's newest message, and which colleagues have seen it; null: none has, or no team shares the chat. */
  readonly seen: { readonly message: MessageKey; readonly by: readonly Colleague[] } | null
  /** Nothing that programs send leaves. */
  readonly isProgramsPaused: boolean
}

const StateContext = createContext<ConversationState>({
  service: undefined,
  editing: null,
  seen: null,
  isProgramsPaused: false,
})
export const ConversationStateProvider = StateContext.Provider
export const useConversationState = (): ConversationState => use(StateContext)

const ConversationContext = createContext<ConversationPorts | null>(null)
export const ConversationProvider = ConversationContext.Provider

export function useConversation(): ConversationPorts {
  const ports = use(ConversationContext)
  if (!ports) throw new Error('A message needs a conversation round it')
  return ports
}

const MessageStop = createContext<0 | -1>(-1)
export const MessageStopProvider = MessageStop.Provider

/** tabIndex for the controls of a message: only those of the message that has the focus can be tabbed to. */
export const useMessageStop = (): 0 | -1 => use(MessageStop)

/** The text of a cancelled message, or a message to answer; a new object each time. */
export type Offered = { readonly text: string } | { readonly quote: QuotedMessage }

export interface ConversationProps {
  readonly chat: ChatKey | null
  /** A message to show, from a link, a notification or a search; shown again when it changes. */
  readonly target: MessageKey | null
  /** Called when the target is visible: clears it, so that it can be requested again. */
  readonly onTargetShown: () => void
  /** The button back to the list, before the chat's name. */
  readonly back: ReactNode
  readonly detailsOpen: boolean
  readonly onToggleDetails: () => void
  readonly onMessageDetails: (message: MessageKey, part: 'status' | 'raw') => void
  /** Opens a chat with a number or id from a message. */
  readonly onNewMessage: (instance: InstanceKey, recipient: string) => void
  readonly Media: ComponentType<MediaSlotProps>
  readonly Sound: ComponentType<SoundSlotProps>
  readonly Composer: ComponentType<ComposerPorts>
}

/** Props that the conversation passes to its composer. */
export interface ComposerPorts {
  readonly chat: SteadyChat
  /** A message was written: the log goes to its end. */
  readonly onSent: (message: MessageKey) => void
  readonly offered: Offered | null
  /** Opens the last own message for a change; false where that can't be. */
  readonly onEditLast: () => boolean
  /** Shows the message that is being answered. */
  readonly onShowQuoted: (quote: QuotedMessage) => void
}
