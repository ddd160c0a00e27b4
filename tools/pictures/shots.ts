import { chats } from './chat-shots.ts'
import { clerk, clerkLast } from './clerk-shots.ts'
import { adding, dialogs, others } from './dialog-shots.ts'
import { inspectors } from './inspector-shots.ts'
import { changing, lastly } from './last-shots.ts'
import { manyInstances } from './many-shots.ts'
import type { Shot } from './shot.ts'
import { scriptShots } from './script-shots.ts'
import { small } from './small-shots.ts'
import { team } from './team-shots.ts'
import { programs, programsOff, programsSwitchedOn, proposals } from './program-shots.ts'
import { recovery, trouble, troubleNotices } from './trouble-shots.ts'
import { waiting } from './waiting-shots.ts'

export const shots: readonly Shot[] = [
  ...chats,
  ...inspectors,
  ...dialogs,
  ...waiting,
  ...clerk,
  ...others,
  ...small,
  ...scriptShots,
  ...manyInstances,
  ...trouble,
  ...troubleNotices,
  ...recovery,
  ...team,
  ...programsOff,
  ...programs,
  ...proposals,
  ...adding,
  ...changing,
  ...lastly,
  ...clerkLast,
  ...programsSwitchedOn,
]
