import { ru as app } from './messages.ru.ts'
import { ru as backup } from '../features/backup/messages.ru.ts'
import { ru as chats } from '../features/chats/messages.ru.ts'
import { ru as composer } from '../features/composer/messages.ru.ts'
import { ru as conversation } from '../features/conversation/messages.ru.ts'
import { ru as details } from '../features/details/messages.ru.ts'
import { ru as journal } from '../features/journal/messages.ru.ts'
import { ru as administration } from '../features/administration/messages.ru.ts'
import { ru as instances } from '../features/instances/messages.ru.ts'
import { ru as manyInstances } from '../features/instances/many/messages.ru.ts'
import { ru as tokens } from '../features/instances/tokens/messages.ru.ts'
import { ru as labels } from '../features/labels/messages.ru.ts'
import { ru as media } from '../features/media/messages.ru.ts'
import { ru as notices } from '../features/notices/messages.ru.ts'
import { ru as outgoing } from '../features/outgoing/messages.ru.ts'
import { ru as palette } from '../features/palette/messages.ru.ts'
import { ru as programs } from '../features/programs/messages.ru.ts'
import { ru as proposals } from '../features/proposals/messages.ru.ts'
import { ru as quickReplies } from '../features/quick-replies/messages.ru.ts'
import { ru as requests } from '../features/requests/messages.ru.ts'
import { ru as settings } from '../features/settings/messages.ru.ts'
import { ru as team } from '../features/team/messages.ru.ts'
import { ru as lib } from '../lib/messages.ru.ts'
import { ru as inspector } from '../ui/inspector/messages.ru.ts'
import { ru as ui } from '../ui/messages.ru.ts'

/** Every message of the program; parts in the order of the tree. */
export const catalogue = {
  ...lib,
  ...ui,
  ...inspector,
  ...app,
  ...backup,
  ...chats,
  ...composer,
  ...conversation,
  ...details,
  ...journal,
  ...administration,
  ...instances,
  ...manyInstances,
  ...tokens,
  ...labels,
  ...media,
  ...notices,
  ...outgoing,
  ...palette,
  ...programs,
  ...proposals,
  ...quickReplies,
  ...requests,
  ...settings,
  ...team,
}
