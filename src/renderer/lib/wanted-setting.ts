import { create } from 'zustand'
import type { InstanceKey } from '../../contract/ids.ts'
import { goTo } from './routing/route.ts'

interface WantedSetting {
  readonly instance: InstanceKey
  /** The service's own name, for example webhookUrl. */
  readonly name: string
}

/** The setting of an instance that a person asked for elsewhere, until its page has shown it. */
export const useWantedSetting = create<{ readonly wanted: WantedSetting | null }>(() => ({ wanted: null }))

export function showSetting(instance: InstanceKey, name: string): void {
  useWantedSetting.setState({ wanted: { instance, name } })
  goTo({ view: 'instance', scope: instance, tab: 'overview' })
}

export const forgetWantedSetting = (): void => useWantedSetting.setState({ wanted: null })
