export const en = {
  'notices.incoming': 'New message from {title}, {instance}',
  'notices.summary':
    '{messages, plural, one {# new message} other {# new messages}} in {chats, plural, one {# chat} other {# chats}}, {instance}',
  'notices.trouble': '{instance} needs attention',
} as const
