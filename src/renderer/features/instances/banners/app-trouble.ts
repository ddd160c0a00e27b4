import type { AppInfo, StorageState } from '../../../../contract/app.ts'
import type { BannerProps } from '../../../ui/marks/banner.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { leastTogether } from '../connection-appearance.ts'

/** A state of the whole program: of the pipe, the archive or the vault. */
export type AppTrouble = 'pipe' | Exclude<StorageState['kind'], 'ok'> | 'locked' | 'waiting' | 'tokens' | 'weak'

/** The gravest one; null while all is well. */
export function appTroubleOf(seen: {
  readonly connected: boolean
  readonly storage: StorageState['kind'] | undefined
  readonly vault: AppInfo['vault']['state'] | undefined
  readonly hasInstances: boolean
  /** Instances without a token. */
  readonly lackToken: number
}): AppTrouble | null {
  if (!seen.connected) return 'pipe'
  if (seen.storage !== undefined && seen.storage !== 'ok') return seen.storage
  if (!seen.hasInstances) return null
  if (seen.vault === 'locked' || seen.vault === 'waiting') return seen.vault
  if (seen.lackToken >= leastTogether) return 'tokens'
  return seen.vault === 'needsConsent' ? 'weak' : null
}

/** The action that a banner offers. */
export type AppAction = 'showStorage' | 'showDetails' | 'dismiss' | 'unlock' | 'enterTokens' | 'chooseVault'

export interface AppTroubleAppearance {
  readonly tone: BannerProps['tone']
  readonly icon: IconName
  /** Receiving or sending stopped. */
  readonly urgent: boolean
  readonly actions: readonly AppAction[]
}

const notStored: AppTroubleAppearance = { tone: 'bad', icon: 'database', urgent: true, actions: ['showStorage'] }

/** How each looks and what can be done about it. */
export const appTroubleAppearance: Readonly<Record<AppTrouble, AppTroubleAppearance>> = {
  pipe: { tone: 'bad', icon: 'offline', urgent: true, actions: [] },
  full: notStored,
  readOnly: notStored,
  failing: notStored,
  damaged: notStored,
  checking: { tone: 'info', icon: 'database', urgent: false, actions: [] },
  recovered: { tone: 'ok', icon: 'database', urgent: false, actions: ['showDetails', 'dismiss'] },
  locked: { tone: 'bad', icon: 'lock', urgent: true, actions: ['unlock'] },
  waiting: { tone: 'warn', icon: 'lock', urgent: true, actions: [] },
  tokens: { tone: 'bad', icon: 'key', urgent: true, actions: ['enterTokens'] },
  weak: { tone: 'warn', icon: 'lock', urgent: false, actions: ['chooseVault'] },
}
