import { useRef, type MouseEvent, type ReactElement } from 'react'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useContextMenu, type MenuEntry } from '../../../ui/overlays/menu.tsx'
import { ownText } from './copied-text.ts'
import { problemOf } from '../bubble/message-problem.ts'
import type { MessagePowers } from '../message-powers.ts'
import type { MessageActions } from '../use-message-actions.ts'

export interface MessageMenuPorts {
  readonly find: (key: number) => Message | undefined
  readonly actions: MessageActions
  readonly powers: (message: Message) => MessagePowers
  readonly reply: (message: Message) => void
  readonly react: (message: Message, anchor: HTMLElement) => void
  readonly forward: (message: Message) => void
  readonly edit: (message: MessageKey) => void
  readonly deleteForEveryone: (message: Message) => void
  readonly deleteForMe: (message: Message) => void
  readonly openDetails: (message: Message, part: 'status' | 'raw') => void
  readonly select: (message: Message) => void
}

export interface MessageMenu {
  readonly onContextMenu: (event: MouseEvent) => void
  readonly openAt: (message: Message, anchor: Element) => void
  readonly menu: ReactElement | null
}

/** The menu of a message: by the right button, by a key, or by "More". */
export function useMessageMenu(ports: MessageMenuPorts): MessageMenu {
  const { find, actions, openDetails, select } = ports
  const t = useTranslations()
  const times = useTimes()
  const asked = useRef<Message | null>(null)
  const entriesOf = (message: Message): readonly MenuEntry[] => {
    const text = ownText(message)
    const { content, status } = message
    const problem = problemOf(status)
    const powers = ports.powers(message)
    return [
      ...(powers.reply
        ? [
            {
              kind: 'item',
              label: t('conversation.reply'),
              icon: 'reply',
              shortcut: 'R',
              movesFocus: true,
              run: () => ports.reply(message),
            } as const,
          ]
        : []),
      ...(powers.react
        ? [
            {
              kind: 'item',
              label: t('conversation.react'),
              icon: 'react',
              movesFocus: true,
              run: () => {
                const article = document.querySelector<HTMLElement>(`[data-message="${message.key}"]`)
                if (article) ports.react(message, article)
              },
            } as const,
          ]
        : []),
      ...(powers.forward
        ? [
            {
              kind: 'item',
              label: t('conversation.forward'),
              icon: 'forward',
              run: () => ports.forward(message),
            } as const,
          ]
        : []),
      ...(powers.editUntil !== null
        ? [
            {
              kind: 'item',
              label: t('ui.edit'),
              icon: 'edit',
              detail: t('ui.until', { time: times.sentence(powers.editUntil, Date.now()) }),
              shortcut: 'E',
              movesFocus: true,
              run: () => ports.edit(message.key),
            } as const,
          ]
        : []),
      ...(text === ''
        ? []
        : [
            {
              kind: 'item',
              label: t('conversation.copyText'),
              icon: 'copy',
              run: () => void copyText(text),
            } as const,
          ]),
      ...(content.kind === 'unsupported' || status === null
        ? []
        : [
            {
              kind: 'item',
              label: t('details.history'),
              icon: 'clock',
              run: () => openDetails(message, 'status'),
            } as const,
          ]),
      ...(status !== null && message.idMessage !== null
        ? [
            {
              kind: 'item',
              label: t('details.recheck'),
              icon: 'refresh',
              run: () => actions.recheck(message.key),
            } as const,
          ]
        : []),
      ...(problem.actions.includes('retry')
        ? [
            {
              kind: 'item',
              label: t('conversation.retry'),
              icon: 'outgoing',
              run: () => actions.retry(message.key),
            } as const,
          ]
        : []),
      { kind: 'item', label: t('ui.viewRaw'), icon: 'braces', run: () => openDetails(message, 'raw') },
      { kind: 'item', label: t('conversation.select'), icon: 'okCircle', run: () => select(message) },
      { kind: 'separator' },
      ...(powers.deleteUntil !== null
        ? [
            {
              kind: 'item',
              label: t('conversation.deleteForEveryone'),
              icon: 'trash',
              danger: true,
              shortcut: t('conversation.deleteKey'),
              run: () => ports.deleteForEveryone(message),
            } as const,
          ]
        : []),
      ...(powers.deleteForMe
        ? [
            {
              kind: 'item',
              label: t('conversation.deleteForMe'),
              icon: 'trash',
              danger: true,
              run: () => ports.deleteForMe(message),
            } as const,
          ]
        : []),
      {
        kind: 'item',
        label: t('conversation.deleteHere'),
        icon: 'trash',
        danger: true,
        run: () => actions.deleteHere([message.key]),
      },
    ]
  }
  const context = useContextMenu(t('conversation.messageActions'), (target) => {
    const article = target.closest<HTMLElement>('[data-message]')
    const message = asked.current ?? (article ? find(Number(article.dataset['message'])) : undefined)
    asked.current = null
    return message ? entriesOf(message) : []
  })
  return {
    onContextMenu(event) {
      const isText = getSelection()?.isCollapsed === false
      if (isText || (event.target instanceof Element && event.target.closest('a, textarea, input'))) return
      context.onContextMenu(event)
    },
    openAt(message, anchor) {
      asked.current = message
      context.openAt(anchor)
    },
    menu: context.menu,
  }
}
