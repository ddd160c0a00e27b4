import { create } from 'zustand'
import type { InstanceKey } from '../../contract/ids.ts'
import { goings, goTo } from './routing/route.ts'

interface WantedSetting {
  readonly instance: InstanceKey
  /** The service's own name, for example webhookUrl. */
  readonly name: string
  /** Of the page: a person who went elsewhere since asked for something else. */
  readonly goings: number
}

/** The setting of an instance that a person asked for elsewhere, until its page has shown it. */
export const useWantedSetting = create<{ readonly wanted: WantedSetting | null }>(() => ({ wanted: null }))

export function showSetting(instance: InstanceKey, name: string): void {
  goTo({ view: 'instance', scope: instance, tab: 'overview' })
  useWantedSetting.setState({ wanted: { instance, name, goings: goings() } })
}

export const forgetWantedSetting = (): void => useWantedSetting.setState({ wanted: null })
