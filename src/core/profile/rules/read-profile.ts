import { z } from 'zod'
import { prefixOf, readBaseUrl } from '../../../api/path.ts'
import type { Prefix } from '../../../api/path.ts'
import {
  answerTarget,
  folderName,
  identityColours,
  instanceModes,
  serviceFamilies,
} from '../../../contract/instances.ts'
import type { SkippedInstance } from '../../../contract/profile.ts'
import type { AppSettings } from '../../../contract/settings.ts'
import { appSettings } from '../../../contract/settings.ts'
import { ContractError } from '../../../contract/errors.ts'
import { annotationLimits, checkLabelName, labelNameKey } from '../../sharing/rules/check-annotation.ts'

/** Of the profiles that this program writes, and the last that it reads. */
export const profileVersion = 1

/** So many instances are read of one profile. */
const mostInstances = 5_000

/** An instance as a profile has it: everything that a person chose, and no token. */
const profileInstance = z.object({
  name: z.string().trim().min(1).max(80),
  colour: z.enum(identityColours).default('teal'),
  folder: folderName.default(''),
  idInstance: z.string().regex(/^\d{1,20}$/),
  apiUrl: z.string().max(2048),
  mediaUrl: z.string().max(2048).default(''),
  family: z.enum(serviceFamilies).default('v3'),
  mode: z.enum(instanceModes).default('full'),
  hideContent: z.boolean().default(false),
  sendsReadReceipts: z.boolean().default(false),
  answerTargetMs: answerTarget.default(3_600_000),
})

/** Fields of an instance that a profile has. */
export const profileFields = profileInstance.keyof().options

export interface GivenInstance extends z.infer<typeof profileInstance> {
  readonly prefix: Prefix
}

const someSettings = appSettings.partial()

/** So many labels are read of one profile: as many as a list can have with a team. */
const mostLabels = annotationLimits.labelsWithTeam

const profileLabel = z.object({ name: z.string().max(1000), hue: z.int().min(1).max(6).optional() })

const profileReply = z.object({ name: z.string(), text: z.string(), instance: z.string().default('') })

export interface Profile {
  readonly kind: 'read'
  readonly instances: readonly GivenInstance[]
  /** Only those that fit: what a setting was not given, or given as nothing we know, stays as it is. */
  readonly settings: z.infer<typeof someSettings>
  readonly replies: readonly (z.infer<typeof profileReply> & { readonly line: number })[]
  /** Each name once, as it is kept. */
  readonly labels: readonly z.infer<typeof profileLabel>[]
  readonly skipped: readonly SkippedInstance[]
}

export type ProfileText =
  | Profile
  | { readonly kind: 'unreadable'; readonly why: 'json' | 'shape' | 'later'; readonly version: number }

const head = z.object({ switchboardProfile: z.int().min(1) })
const body = z.object({
  instances: z.array(z.unknown()).max(mostInstances).default([]),
  settings: z.record(z.string(), z.unknown()).default({}),
  quickReplies: z.array(z.unknown()).default([]),
  labels: z.array(z.unknown()).default([]),
})

/** Reads a profile. Addresses come out normalised; whoever changed the file by hand may have left anything in it. */
export function readProfile(text: string): ProfileText {
  const value = parsed(text.replace(/^\uFEFF/u, ''))
  if (value === undefined) return { kind: 'unreadable', why: 'json', version: 0 }
  const isProfile = head.safeParse(value)
  if (!isProfile.success) return { kind: 'unreadable', why: 'shape', version: 0 }
  const version = isProfile.data.switchboardProfile
  if (version > profileVersion) return { kind: 'unreadable', why: 'later', version }
  const read = body.safeParse(value)
  if (!read.success) return { kind: 'unreadable', why: 'shape', version }
  return { kind: 'read', ...readInstances(read.data.instances), ...readRest(read.data) }
}

function readInstances(given: readonly unknown[]): Pick<Profile, 'instances' | 'skipped'> {
  const instances: GivenInstance[] = []
  const skipped: SkippedInstance[] = []
  const seen = new Set<string>()
  for (const [index, one] of given.entries()) {
    const skip = (why: SkippedInstance['why']): void => void skipped.push({ entry: index + 1, name: nameOf(one), why })
    const read = profileInstance.safeParse(one)
    if (!read.success) {
      skip('shape')
      continue
    }
    const address = readBaseUrl(read.data.apiUrl)
    const media = read.data.mediaUrl === '' ? null : readBaseUrl(read.data.mediaUrl)
    if (!address.ok || media?.ok === false) {
      skip('url')
      continue
    }
    const place = `${address.baseUrl} ${read.data.idInstance}`
    if (seen.has(place)) {
      skip('twice')
      continue
    }
    seen.add(place)
    instances.push({
      ...read.data,
      apiUrl: address.baseUrl,
      mediaUrl: media?.baseUrl ?? '',
      prefix: address.typedPrefix ?? prefixOf(read.data.family),
    })
  }
  return { instances, skipped }
}

function readRest({
  settings,
  quickReplies,
  labels,
}: z.infer<typeof body>): Pick<Profile, 'settings' | 'replies' | 'labels'> {
  const fields: Readonly<Record<string, z.ZodType>> = appSettings.shape
  const known = Object.entries(settings).flatMap(([name, value]) => {
    const read = Object.hasOwn(fields, name) ? fields[name]?.safeParse(value) : undefined
    return read?.success === true ? [[name, read.data] as const] : []
  })
  return {
    settings: someSettings.parse(Object.fromEntries(known)),
    replies: quickReplies.flatMap((one, index) => {
      const read = profileReply.safeParse(one)
      return read.success ? [{ ...read.data, line: index + 1 }] : []
    }),
    labels: readLabels(labels),
  }
}

function readLabels(given: readonly unknown[]): Profile['labels'] {
  const found = new Map<string, z.infer<typeof profileLabel>>()
  for (const one of given) {
    if (found.size >= mostLabels) break
    const { data } = profileLabel.safeParse(one)
    const name = data === undefined ? null : storedName(data.name)
    if (name !== null && !found.has(labelNameKey(name))) found.set(labelNameKey(name), { ...data, name })
  }
  return [...found.values()]
}

/** null: it can not be a label's name. */
function storedName(given: string): string | null {
  try {
    return checkLabelName(given)
  } catch (error) {
    if (error instanceof ContractError) return null
    throw error
  }
}

const named = z.object({ name: z.string() })
const nameOf = (one: unknown): string => named.safeParse(one).data?.name.slice(0, 80) ?? ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A proxy's user name and password stay where they are. */
export function shareableSettings(settings: AppSettings): AppSettings {
  if (settings.proxy.kind !== 'url') return settings
  const url = URL.parse(settings.proxy.url)
  if (url === null) return { ...settings, proxy: { kind: 'system' } }
  url.username = ''
  url.password = ''
  return { ...settings, proxy: { kind: 'url', url: url.href.replace(/\/$/u, '') } }
}
