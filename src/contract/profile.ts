import { z } from 'zod'
import type { ExportedFile } from './app.ts'
import { command } from './define.ts'
import type { InstanceKey } from './ids.ts'
import type { IdentityColour } from './instances.ts'
import type { AppSettings } from './settings.ts'

/** What a profile can change of an instance that is here; never where it is reached. */
export const profileFields = ['name', 'colour', 'mode', 'hideContent', 'tellRead'] as const
type ProfileField = (typeof profileFields)[number]

/** Why an instance of a profile was left out. `entry` counts from 1. */
export interface SkippedInstance {
  readonly entry: number
  readonly name: string
  readonly why: 'shape' | 'url' | 'twice'
}

/** What a field of an instance is here, and what it becomes. */
export interface FieldChange {
  readonly field: ProfileField
  readonly from: string | boolean
  readonly to: string | boolean
}

export interface SettingChange {
  readonly name: keyof AppSettings
  readonly from: AppSettings[keyof AppSettings]
  readonly to: AppSettings[keyof AppSettings]
}

/** What a profile would do here. */
export interface ProfileChanges {
  readonly kind: 'read'
  /** They come without tokens. */
  readonly added: readonly {
    readonly name: string
    readonly colour: IdentityColour
    readonly idInstance: string
    readonly apiUrl: string
    /** '' for what follows from the address. */
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
  /** Settings of the program that would be others, with what they are and become. */
  readonly settings: readonly SettingChange[]
  /** Quick replies that are not here yet, word for word. */
  readonly quickReplies: number
  /** Labels whose names are not here yet. */
  readonly labels: number
  readonly skipped: readonly SkippedInstance[]
}

export type ProfileReading =
  | ProfileChanges
  /** Nothing of it can be taken. `later`: by a later version of the program, whose profiles have this `version`. */
  | { readonly kind: 'unreadable'; readonly why: 'json' | 'shape' | 'later'; readonly version: number }

const profileParts = ['added', 'changed', 'settings', 'proxy', 'retention', 'quickReplies', 'labels'] as const
export type ProfilePart = (typeof profileParts)[number]

const text = z.string().max(40_000_000)

export const profileCommands = {
  /** Instances, settings, quick replies and the list of labels for another computer, without tokens. */
  'profile.export': command<ExportedFile>()(z.object({})),
  /** What a profile would do here. Changes nothing. */
  'profile.read': command<ProfileReading>()(z.object({ text })),
  /** Does the given parts of it. Error: badInput for what `profile.read` calls unreadable. */
  'profile.import': command<{
    readonly added: number
    readonly changed: number
    readonly settings: number
    readonly quickReplies: number
    /** Quick replies whose name another text has here, or that do not fit. */
    readonly repliesLeft: number
    readonly labels: number
    /** Labels for which there is no room. */
    readonly labelsLeft: number
  }>()(z.object({ text, parts: z.array(z.enum(profileParts)).max(profileParts.length) })),
}
