import { capabilities, serviceKind } from '../../api/families.ts'
import { absentOperations } from './rules/absent-operations.ts'
import { mediaUrlOf } from '../../api/path.ts'
import type { InstanceSummary, TokenStorage } from '../../contract/instances.ts'
import type { InstanceRuntime } from './instance-runtime.ts'

/** An instance as the window shows it. */
export function summarise(runtime: InstanceRuntime, token: TokenStorage, initials: string): InstanceSummary {
  const row = runtime.row()
  const authorization = runtime.connection.authorization()
  const waiting = row.openAccepted
  const kind = serviceKind(row.family, row.settings?.['typeInstance'])
  const interval = row.settings?.['delaySendMessagesMilliseconds']
  return {
    key: row.key,
    name: row.name,
    initials,
    colour: row.colour,
    idInstance: row.idInstance,
    apiUrl: row.apiUrl,
    mediaUrl: row.mediaUrl,
    defaultMediaUrl: mediaUrlOf(row.apiUrl),
    family: row.family,
    isWaba: kind === 'waba',
    files: capabilities[kind].files,
    mode: row.mode,
    position: row.position,
    wid: row.wid,
    avatar: row.avatarRef,
    connection: runtime.connection.state(),
    authorization,
    token,
    unreadChats: row.unreadChats,
    unreadMessages: row.unreadMessages,
    needAttention: row.needAttention + waiting,
    waitingForAuthorization: waiting,
    mutedUntil: row.mutedUntil,
    hideContent: row.hideContent,
    sendsReadReceipts: row.sendsReadReceipts,
    answerTargetMs: row.answerTargetMs,
    folder: row.folder,
    sync: row.sync,
    historySyncProgress: row.historySyncProgress,
    sendIntervalMs: typeof interval === 'number' ? interval : null,
    pausedAt: row.pausedAt,
    lastReceivedAt: runtime.lastReceivedAt(),
    absentOperations: absentOperations(row),
  }
}
