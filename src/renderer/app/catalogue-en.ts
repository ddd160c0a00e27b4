import { en as app } from './messages.en.ts'
import { en as backup } from '../features/backup/messages.en.ts'
import { en as chats } from '../features/chats/messages.en.ts'
import { en as composer } from '../features/composer/messages.en.ts'
import { en as conversation } from '../features/conversation/messages.en.ts'
import { en as details } from '../features/details/messages.en.ts'
import { en as journal } from '../features/journal/messages.en.ts'
import { en as administration } from '../features/administration/messages.en.ts'
import { en as instances } from '../features/instances/messages.en.ts'
import { en as manyInstances } from '../features/instances/many/messages.en.ts'
import { en as tokens } from '../features/instances/tokens/messages.en.ts'
import { en as labels } from '../features/labels/messages.en.ts'
import { en as media } from '../features/media/messages.en.ts'
import { en as notices } from '../features/notices/messages.en.ts'
import { en as outgoing } from '../features/outgoing/messages.en.ts'
import { en as palette } from '../features/palette/messages.en.ts'
import { en as programs } from '../features/programs/messages.en.ts'
import { en as proposals } from '../features/proposals/messages.en.ts'
import { en as quickReplies } from '../features/quick-replies/messages.en.ts'
import { en as requests } from '../features/requests/messages.en.ts'
import { en as settings } from '../features/settings/messages.en.ts'
import { en as team } from '../features/team/messages.en.ts'
import { en as lib } from '../lib/messages.en.ts'
import { en as inspector } from '../ui/inspector/messages.en.ts'
import { en as ui } from '../ui/messages.en.ts'

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

/** Every message id of the program. A feature's catalogue is added to catalogue-en.ts and catalogue-ru.ts. */
export type Catalogue = typeof catalogue

declare global {
  // A misspelt id does not compile.
  interface Messages {
    ids: keyof Catalogue
  }
}
