import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'notices.incoming': 'Новое сообщение от {title}, {instance}',
  'notices.summary':
    '{messages, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# нового сообщения}} в {chats, plural, one {# чате} few {# чатах} many {# чатах} other {# чата}}, {instance}',
  'notices.trouble': '{instance} требует внимания',
}
