import type { MessageId, Words } from '../../lib/words.ts'

const known = new Set([
  'authorized',
  'notAuthorized',
  'blocked',
  'yellowCard',
  'starting',
  'sleepMode',
  'suspended',
  'pendingPassword',
  'pendingCode',
])

/** The service's word for the account's state, in words; one that nobody described is shown as it came. */
export const accountStateWords = (t: Words, state: string | null): string =>
  state === null ? t('instance.unknown') : known.has(state) ? t(`instance.account.${state}` as MessageId) : state
