import { ContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import { exportName } from '../hosting/export-files.ts'
import type { ExportFiles, ExportPiece } from '../hosting/export-files.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountReads } from '../accounts/tx/accounts-intents.ts'
import type { annotationReads } from '../annotations/tx/annotations-intents.ts'
import type { quickReplyReads } from '../quick-replies/tx/quick-replies-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import { profileFields, profileVersion, readProfile, shareableSettings } from './rules/read-profile.ts'
import type { profileWrites, profileReads } from './tx/profile-intents.ts'

type Calls = CallsOf<'profile'>

export interface ProfileDeps extends Pick<InstanceBase, 'instances' | 'clock'> {
  readonly store: StoreOf<
    typeof profileWrites,
    typeof accountReads & typeof settingsReads & typeof quickReplyReads & typeof annotationReads & typeof profileReads
  >
  readonly files: ExportFiles
  /** Of this program. */
  readonly version: string
  /** Reads the instances anew. */
  readonly refreshInstances: () => Promise<void>
}

/** A profile moves instances, settings, quick replies and labels to another computer. It never contains a token. */
export function createProfile(deps: ProfileDeps): { readonly handlers: Pick<CoreHandlers, Calls> } {
  const { store, instances, clock, files } = deps
  return {
    handlers: {
      async 'profile.export'(_, { signal }) {
        const rows = await store.read('accounts.list', undefined)
        const settings = await store.read('settings.get', undefined)
        const replies = await store.read('quickReplies.list', { scope: null })
        const labels = await store.read('labels.list', undefined)
        const profile = {
          switchboardProfile: profileVersion,
          exportedAt: new Date(clock.now()).toISOString(),
          program: deps.version,
          instances: rows.map((row) => Object.fromEntries(profileFields.map((field) => [field, row[field]]))),
          settings: shareableSettings(settings),
          quickReplies: replies.map(({ name, text, instance }) => ({
            name,
            text,
            instance: instance === null ? '' : (instances.get(instance)?.row().name ?? ''),
          })),
          labels: labels.map(({ name, hue }) => ({ name, hue })),
        }
        const once = async function* (): AsyncGenerator<ExportPiece> {
          yield { text: `${JSON.stringify(profile, null, 2)}\n`, rows: rows.length }
        }
        const name = exportName('Switchboard profile', clock.now(), 'json')
        return files.write({ fileName: name, mimeType: 'application/json' }, once(), signal)
      },

      async 'profile.read'({ text }) {
        const profile = readProfile(text)
        return profile.kind === 'unreadable' ? profile : store.read('profile.compare', { profile })
      },

      async 'profile.import'({ text, parts }) {
        const profile = readProfile(text)
        if (profile.kind === 'unreadable') throw new ContractError('badInput')
        const result = await store.write('profile.take', { profile, parts }, { urgent: true })
        await deps.refreshInstances()
        return result
      },
    },
  }
}
