import type { ChatRow, InstanceSummary, SearchHit } from '../../../contract/index.ts'
import type { IconName } from '../../ui/marks/icon.tsx'
import type { TextRange } from '../../../contract/text/fold.ts'

export type PaletteGroupName = 'recent' | 'instances' | 'chats' | 'messages' | 'actions'

export interface PaletteAction {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  /** Other names of a setting: it is found by these too, and never listed before something is typed. */
  readonly words?: string
  readonly keys?: readonly string[]
  readonly run: () => void
}

export type PaletteItem =
  | {
      readonly kind: 'instance'
      readonly instance: InstanceSummary
      readonly ranges: readonly TextRange[]
      readonly number: number
    }
  | { readonly kind: 'chat'; readonly chat: ChatRow; readonly ranges: readonly TextRange[] }
  | { readonly kind: 'message'; readonly hit: SearchHit }
  | { readonly kind: 'moreMessages' }
  | { readonly kind: 'action'; readonly action: PaletteAction; readonly ranges: readonly TextRange[] }

export interface PaletteGroup {
  readonly name: PaletteGroupName
  readonly items: readonly PaletteItem[]
  /** Shown at the right of the head; absent before typing. */
  readonly count?: number
  /** More may come: skeletons. */
  readonly loading?: boolean
}

export function itemKey(item: PaletteItem): string {
  switch (item.kind) {
    case 'instance':
      return `instance-${item.instance.key}`
    case 'chat':
      return `chat-${item.chat.key}`
    case 'message':
      return `message-${item.hit.message}`
    case 'moreMessages':
      return 'more-messages'
    case 'action':
      return `action-${item.action.id}`
  }
}
