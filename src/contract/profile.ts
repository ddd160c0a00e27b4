import { z } from 'zod'
import type { ExportedFile } from './app.ts'
import { command } from './define.ts'
import type { InstanceKey } from './ids.ts'
import type { IdentityColour } from './instances.ts'
import type { AppSettings } from './settings.ts'

/** Fields of an existing instance that a profile can change; never its address. */
export const profileFields = [
  'name',
  'colour',
  'folder',
  'mode',
  'hideContent',
  'sendsReadReceipts',
  'answerTargetMs',
] as const
type ProfileField = (typeof profileFields)[number]

/** Why an instance of a profile was left out. `entry` counts from 1. */
export interface SkippedInstance {
  readonly entry: number
  readonly name: string
  readonly why: 'shape' | 'url' | 'twice'
}

/** A field's present value, and its new one. */
export interface FieldChange {
  readonly field: ProfileField
  readonly from: string | boolean | number
  readonly to: string | boolean | number
}

export interface SettingChange {
  readonly name: keyof AppSettings
  readonly from: AppSettings[keyof AppSettings]
  readonly to: AppSettings[keyof AppSettings]
}

/** Changes that a profile would make. */
export interface ProfileChanges {
  readonly kind: 'read'
  /** New instances, without tokens. */
  readonly added: readonly {
    readonly name: string
    readonly colour: IdentityColour
    readonly idInstance: string
    readonly apiUrl: string
    /** '': derived from the API URL. */
    readonly mediaUrl: string
  }[]
  readonly changed: readonly {
    readonly instance: InstanceKey
    readonly name: string
    /** Its name in the profile. */
    readonly newName: string
    readonly fields: readonly FieldChange[]
  }[]
  readonly same: number
  /** Settings of the program that would change, with old and new values. */
  readonly settings: readonly SettingChange[]
  /** Number of new quick replies. */
  readonly quickReplies: number
  /** Number of new labels. */
  readonly labels: number
  readonly skipped: readonly SkippedInstance[]
}

export type ProfileReading =
  | ProfileChanges
  /** Nothing can be imported. `later`: written by a later version of the program, with this `version` of profiles. */
  | { readonly kind: 'unreadable'; readonly why: 'json' | 'shape' | 'later'; readonly version: number }

const profileParts = ['added', 'changed', 'settings', 'proxy', 'retention', 'quickReplies', 'labels'] as const
export type ProfilePart = (typeof profileParts)[number]

const text = z.string().max(40_000_000)

export const profileCommands = {
  /** Instances, settings, quick replies and the list of labels for another computer, without tokens. */
  'profile.export': command<ExportedFile>()(z.object({})),
  /** Returns the changes that a profile would make, without making them. */
  'profile.read': command<ProfileReading>()(z.object({ text })),
  /** Makes the given parts of these changes. Error: badInput for an unreadable profile. */
  'profile.import': command<{
    readonly added: number
    readonly changed: number
    readonly settings: number
    readonly quickReplies: number
    /** Quick replies left out: their name has another text here, or they are not valid. */
    readonly repliesLeft: number
    readonly labels: number
    /** Labels left out because the limit is reached. */
    readonly labelsLeft: number
  }>()(z.object({ text, parts: z.array(z.enum(profileParts)).max(profileParts.length) })),
}
