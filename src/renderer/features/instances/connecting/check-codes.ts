import type { MessageId } from '../../../lib/translations.ts'
import type { en } from '../messages.en.ts'

type CodeId = Extract<keyof typeof en, `instances.code.${string}`>

/** Codes of check steps that have a sentence. What is not listed is shown in the service's own words alone. */
const codes: Readonly<Record<CodeId, true>> = {
  'instances.code.wrongToken': true,
  'instances.code.botToken': true,
  'instances.code.wrongInstance': true,
  'instances.code.wrongHost': true,
  'instances.code.badInstanceId': true,
  'instances.code.tokenMissing': true,
  'instances.code.unreachable': true,
  'instances.code.nameNotFound': true,
  'instances.code.connectionRefused': true,
  'instances.code.noWay': true,
  'instances.code.noTls': true,
  'instances.code.certificate': true,
  'instances.code.timeout': true,
  'instances.code.waitedTooLong': true,
  'instances.code.serviceTimeout': true,
  'instances.code.gateway': true,
  'instances.code.redirect': true,
  'instances.code.unreadable': true,
  'instances.code.unexpected': true,
  'instances.code.server': true,
  'instances.code.rateLimited': true,
  'instances.code.quota': true,
  'instances.code.quotaExceeded': true,
  'instances.code.forbidden': true,
  'instances.code.operationMissing': true,
  'instances.code.otherPrefix': true,
  'instances.code.notAuthorized': true,
  'instances.code.starting': true,
  'instances.code.blocked': true,
  'instances.code.suspended': true,
  'instances.code.restricted': true,
  'instances.code.sleepMode': true,
  'instances.code.yellowCard': true,
  'instances.code.pendingCode': true,
  'instances.code.pendingPassword': true,
  'instances.code.authorizationUnknown': true,
  'instances.code.webhookSet': true,
  'instances.code.otherFamily': true,
  'instances.code.notificationsOff': true,
  'instances.code.connecting': true,
  'instances.code.paused': true,
  'instances.code.serviceTrouble': true,
  'instances.code.storeTrouble': true,
  'instances.code.sharedQueue': true,
  'instances.code.alreadyReceiving': true,
  'instances.code.clockOff': true,
  'instances.code.tokenUncertain': true,
}

export function knownCode(code: string | undefined): MessageId | undefined {
  const id = `instances.code.${code ?? ''}`
  return Object.hasOwn(codes, id) ? (id as CodeId) : undefined
}
