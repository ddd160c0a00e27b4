import type { CoreHandlers } from '../../contract/index.ts'
import type { StoreOf } from '../store/store.ts'
import type { settingsWrites, settingsReads } from './tx/settings-intents.ts'

export type SettingsCalls = 'settings.get' | 'settings.update' | 'app.preference' | 'app.setPreference'

/** Settings of the program, and small texts that the window keeps over restarts. */
export function createSettings({ store }: { readonly store: StoreOf<typeof settingsWrites, typeof settingsReads> }): {
  readonly handlers: Pick<CoreHandlers, SettingsCalls>
} {
  return {
    handlers: {
      'settings.get': () => store.read('settings.get', undefined),
      'settings.update': (input) => store.write('settings.update', input, { urgent: true }),
      'app.preference': ({ name }) => store.read('preferences.get', { name }),
      'app.setPreference': ({ name, value }) => store.write('preferences.set', { name, value }),
    },
  }
}
